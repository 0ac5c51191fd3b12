//! What the numbers in inserted code stand for.

/// A place where an access is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub is_write: bool,
    /// Internal name.
    pub class: String,
    pub method: String,
    pub descriptor: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    /// Which of the method's lines with such an access it is.
    pub nth: u32,
    /// What is accessed, as the code names it: the field's name, or the array's element type.
    pub target: String,
    /// Whether stacks are those of the end of a loop that has the access.
    pub is_of_span: bool,
}

/// A field that the runtime has to find again in objects or classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Internal name.
    pub class: String,
    pub name: String,
    pub descriptor: String,
    pub is_static: bool,
    /// What the names of its shadow words end in.
    pub suffix: String,
    /// Its place among the read sets of the class, and how many there are; 0 of 0 for a volatile.
    pub index: u32,
    pub count: u32,
}
