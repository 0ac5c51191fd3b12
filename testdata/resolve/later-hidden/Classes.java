class Private extends Above {
    private String name() {
        return "Private";
    }
}

class BelowPrivate extends Private {}

class Static extends Above {
    static String name() {
        return "Static";
    }
}

class Package extends Above {
    String name() {
        return "Package";
    }
}
