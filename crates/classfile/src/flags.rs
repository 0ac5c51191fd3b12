//! Access flags of classes, fields and methods [JVMS §4.1, §4.5, §4.6].

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Flags(pub u16);

impl Flags {
    pub const PUBLIC: Flags = Flags(0x0001);
    pub const PRIVATE: Flags = Flags(0x0002);
    pub const PROTECTED: Flags = Flags(0x0004);
    pub const STATIC: Flags = Flags(0x0008);
    pub const FINAL: Flags = Flags(0x0010);
    pub const SYNCHRONIZED: Flags = Flags(0x0020);
    pub const VOLATILE: Flags = Flags(0x0040);
    /// Of methods; the same bit is `VOLATILE` on fields.
    pub const BRIDGE: Flags = Flags(0x0040);
    pub const TRANSIENT: Flags = Flags(0x0080);
    /// Of methods; the same bit is `TRANSIENT` on fields.
    pub const VARARGS: Flags = Flags(0x0080);
    pub const NATIVE: Flags = Flags(0x0100);
    pub const INTERFACE: Flags = Flags(0x0200);
    pub const ABSTRACT: Flags = Flags(0x0400);
    pub const SYNTHETIC: Flags = Flags(0x1000);
    pub const ANNOTATION: Flags = Flags(0x2000);
    pub const ENUM: Flags = Flags(0x4000);
    pub const MODULE: Flags = Flags(0x8000);

    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    pub fn is_static(self) -> bool {
        self.has(Flags::STATIC)
    }

    /// A method's flags as words, in the order in which Java writes them: `public static`.
    pub fn of_method(self) -> String {
        self.words(&[
            (Flags::PUBLIC, "public"),
            (Flags::PROTECTED, "protected"),
            (Flags::PRIVATE, "private"),
            (Flags::STATIC, "static"),
            (Flags::FINAL, "final"),
            (Flags::ABSTRACT, "abstract"),
            (Flags::NATIVE, "native"),
            (Flags::SYNCHRONIZED, "synchronized"),
            (Flags::BRIDGE, "bridge"),
            (Flags::VARARGS, "varargs"),
            (Flags::SYNTHETIC, "synthetic"),
        ])
    }

    /// A field's flags as words.
    pub fn of_field(self) -> String {
        self.words(&[
            (Flags::PUBLIC, "public"),
            (Flags::PROTECTED, "protected"),
            (Flags::PRIVATE, "private"),
            (Flags::STATIC, "static"),
            (Flags::FINAL, "final"),
            (Flags::VOLATILE, "volatile"),
            (Flags::TRANSIENT, "transient"),
            (Flags::SYNTHETIC, "synthetic"),
        ])
    }

    fn words(self, table: &[(Flags, &'static str)]) -> String {
        let set = table.iter().filter(|(flag, _)| self.has(*flag)).map(|&(_, word)| word);
        set.collect::<Vec<_>>().join(" ")
    }
}
