//! What instrumentation asks about classes other than the one at hand.

use redflag_classfile::{ClassFile, Flags};

/// What is done to a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassRole {
    /// Of the program: its accesses are checked and its synchronisation is observed.
    Checked,
    /// Of the JDK: its synchronisation is observed.
    Observed,
    /// Left as it is.
    Untouched,
}

/// What is done at accesses to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldRole {
    /// Reads and writes are checked.
    Data,
    /// Reads and writes order threads.
    Volatile,
    /// Nothing: final, of a class that is checked.
    Final,
    /// Nothing: of a class that is not checked.
    Nothing,
    /// The class that declares it could not be found.
    Unknown,
}

impl FieldRole {
    /// The role of a field that a class of this role declares. The plain fields of a class of the
    /// JDK that relies on fences are as good as volatile.
    pub fn of(class: ClassRole, fenced: bool, flags: Flags, name: &[u8]) -> FieldRole {
        let is_final = flags.has(Flags::FINAL);
        match class {
            ClassRole::Untouched => FieldRole::Nothing,
            _ if flags.has(Flags::VOLATILE) => FieldRole::Volatile,
            ClassRole::Observed if fenced && !is_final => FieldRole::Volatile,
            ClassRole::Observed => FieldRole::Nothing,
            ClassRole::Checked if is_final => FieldRole::Final,
            // JaCoCo's counters: it knows that they race and does not mind.
            ClassRole::Checked if name == b"$jacocoData" => FieldRole::Nothing,
            ClassRole::Checked => FieldRole::Data,
        }
    }
}

/// The classes around the one that is being instrumented, by internal names.
pub trait World {
    /// What is done to a class; depends on its name alone.
    fn role(&self, class: &str) -> ClassRole;

    /// The role of a field as resolution finds it from the class that code names.
    fn field(&self, class: &str, name: &str, descriptor: &str) -> FieldRole;

    /// A key for each class whose static initialiser has run when code uses this one: its own, if
    /// it has one and is checked, and those of its superclasses.
    fn initialisers(&self, class: &str) -> Vec<u32>;

    /// The class itself or the nearest superclass, among those that are checked, that declares a
    /// finaliser.
    fn finalizer(&self, class: &str) -> Option<String>;

    /// Whether the class, of the JDK, relies on fences.
    fn is_fenced(&self, class: &ClassFile<'_>) -> bool;

    /// Whether each access of the program is to be counted.
    fn counts_accesses(&self) -> bool;

    /// Whether each use of a rule is to be counted, so that no access may be settled by inlined code.
    fn counts_rules(&self) -> bool;

    /// Whether accesses to arrays are gathered in footprints, and shadows of arrays compressed.
    fn compresses_arrays(&self) -> bool;

    /// Whether `Object.wait(long)` is native, so that its calls must be observed where they are.
    fn wait_is_native(&self) -> bool;
}

/// Gives out the numbers that inserted code mentions.
pub trait Numbers {
    /// The first of that many numbers of sites; 0, the unknown site, when there are no more.
    fn sites(&self, count: u32) -> u32;

    /// The first of that many numbers of places where objects are made; never 0.
    fn origins(&self, count: u32) -> u32;

    /// The first of that many keys of fields.
    fn fields(&self, count: u32) -> u32;
}
