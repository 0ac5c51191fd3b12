package redflag.runtime;

import static redflag.runtime.Claims.*;

/** Reflection does not show what was added. */
final class LibraryHooksTest {
    private LibraryHooksTest() {}

    static void run() {
        addedMembersAreHidden();
    }

    private static void addedMembersAreHidden() {
        Object[] visible = LibraryHooks.visible(Cells.Cell.class.getDeclaredFields());
        claim(visible.length == 4 && visible instanceof java.lang.reflect.Field[]);
        Object[] methods = Object.class.getDeclaredMethods();
        claim(LibraryHooks.visible(methods) == methods && LibraryHooks.visible(null) == null);
    }
}
