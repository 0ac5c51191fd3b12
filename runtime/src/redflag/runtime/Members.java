package redflag.runtime;

import java.lang.reflect.Member;

/** Hides from reflection what was added to classes. */
final class Members {
    private static final String PREFIX = "$redflag$";

    private Members() {}

    /** Those members that were not added; the array itself if none was. Its type is kept. */
    static Object[] visible(Object[] members) {
        if (members == null) {
            return null;
        }
        int count = 0;
        for (int i = 0; i < members.length; i++) {
            count += isAdded(members[i]) ? 0 : 1;
        }
        if (count == members.length) {
            return members;
        }
        Class<?> type = members.getClass().getComponentType();
        Object[] visible = (Object[]) java.lang.reflect.Array.newInstance(type, count);
        int at = 0;
        for (int i = 0; i < members.length; i++) {
            if (!isAdded(members[i])) {
                visible[at++] = members[i];
            }
        }
        return visible;
    }

    private static boolean isAdded(Object member) {
        return member instanceof Member && ((Member) member).getName().startsWith(PREFIX);
    }
}
