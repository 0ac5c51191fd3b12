//! Class files made from nothing, for tests that need classes no compiler would make.

use redflag_classfile::{ClassFile, ConstantPool, Flags, Result};

/// A class of Java 17 without members. An empty `super_class` stands for none, as
/// `java/lang/Object` has.
pub fn empty_class(
    name: &str,
    flags: Flags,
    super_class: &str,
    interfaces: &[&str],
) -> Result<ClassFile<'static>> {
    let mut pool = ConstantPool::new();
    let this_class = pool.add_class(name.as_bytes())?;
    let super_class = match super_class {
        "" => 0,
        name => pool.add_class(name.as_bytes())?,
    };
    let interfaces = interfaces.iter().map(|name| pool.add_class(name.as_bytes()));
    let interfaces = interfaces.collect::<Result<_>>()?;
    Ok(ClassFile {
        minor: 0,
        major: 61,
        pool,
        flags,
        this_class,
        super_class,
        interfaces,
        fields: Vec::new(),
        methods: Vec::new(),
        attributes: Vec::new(),
    })
}
