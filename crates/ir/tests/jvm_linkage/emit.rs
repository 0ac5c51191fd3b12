//! Class files of a hierarchy: every member says which class it is of, and every use is a static
//! method that returns what it got.

use redflag_classfile::{Attribute, ClassFile, Code, ConstantPool, Flags, Info, Insn, Op, Result};
use redflag_ir::body::InvokeKind;
use redflag_test_support::empty_class::empty_class;

use crate::hierarchy::{From, Hierarchy, Type, Use, What};

/// The class of a package that uses the members from outside, and that is the nest host of its
/// package, so that private members are within its reach.
pub fn user_of(package: &str) -> String {
    format!("{package}/Uses")
}

/// The name of the method that holds a use.
pub fn method_of(at: usize) -> String {
    format!("use{at}")
}

/// The classes with their names.
pub fn emit(hierarchy: &Hierarchy) -> Result<Vec<(String, Vec<u8>)>> {
    let mut classes = Vec::new();
    for (at, ty) in hierarchy.types.iter().enumerate() {
        classes.push((ty.name.clone(), emit_type(hierarchy, at, ty)?.write()?));
    }
    for (at, package) in hierarchy.packages.iter().enumerate() {
        let name = user_of(package);
        classes.push((name.clone(), emit_user(hierarchy, at, &name)?.write()?));
    }
    Ok(classes)
}

fn emit_type(hierarchy: &Hierarchy, at: usize, ty: &Type) -> Result<ClassFile<'static>> {
    let super_class = super_name(hierarchy, ty);
    let interfaces = ty.interfaces.iter().map(|&at| hierarchy.types[at].name.as_str());
    let interfaces: Vec<&str> = interfaces.collect();
    let mut class = empty_class(&ty.name, ty.flags, super_class, &interfaces)?;
    for field in &ty.fields {
        class.add_field(field.flags, field.name, &field.descriptor)?;
    }
    for method in &ty.methods {
        let code = match method.flags.has(Flags::ABSTRACT) {
            true => None,
            false => Some(code(vec![load_text(&mut class.pool, &ty.name)?, plain(Op::Areturn)])),
        };
        class.add_method(method.flags, method.name, &method.descriptor, code)?;
    }
    if !ty.is_interface() {
        let insns = constructor(&mut class.pool, ty, super_class)?;
        class.add_method(Flags::PUBLIC, "<init>", "()V", Some(code(insns)))?;
    }
    let insns = static_initializer(&mut class.pool, ty)?;
    class.add_method(Flags::STATIC, "<clinit>", "()V", Some(code(insns)))?;
    add_uses(hierarchy, From::Type(at), &mut class)?;
    let host = user_of(&hierarchy.packages[ty.package]);
    let host = class.pool.add_class(host.as_bytes())?;
    add_attribute(&mut class, "NestHost", Info::NestHost(host))?;
    Ok(class)
}

fn emit_user(hierarchy: &Hierarchy, package: usize, name: &str) -> Result<ClassFile<'static>> {
    let mut class = empty_class(name, Flags::PUBLIC, "java/lang/Object", &[])?;
    add_uses(hierarchy, From::EveryPackage, &mut class)?;
    let mut members = Vec::new();
    for ty in hierarchy.types.iter().filter(|ty| ty.package == package) {
        members.push(class.pool.add_class(ty.name.as_bytes())?);
    }
    add_attribute(&mut class, "NestMembers", Info::NestMembers(members))?;
    Ok(class)
}

fn add_attribute(class: &mut ClassFile<'static>, name: &str, info: Info<'static>) -> Result<()> {
    let name = class.pool.add_text(name)?;
    class.attributes.push(Attribute { name, info });
    Ok(())
}

fn add_uses(hierarchy: &Hierarchy, from: From, class: &mut ClassFile<'static>) -> Result<()> {
    for (at, it) in hierarchy.uses.iter().enumerate().filter(|(_, it)| it.from == from) {
        let insns = use_code(hierarchy, it, &mut class.pool)?;
        let flags = Flags::PUBLIC.with(Flags::STATIC);
        class.add_method(flags, &method_of(at), "()Ljava/lang/Object;", Some(code(insns)))?;
    }
    Ok(())
}

fn use_code(
    hierarchy: &Hierarchy,
    it: &Use,
    pool: &mut ConstantPool<'static>,
) -> Result<Vec<Insn>> {
    let mut insns = Vec::new();
    let needs_object = !matches!(it.what, What::GetStatic | What::Call(InvokeKind::Static, _));
    if needs_object {
        let receiver = hierarchy.types[it.receiver].name.as_bytes();
        let class = pool.add_class(receiver)?;
        insns.push(Insn::Type { op: Op::New, index: class });
        insns.push(plain(Op::Dup));
        let constructor = pool.add_method(receiver, b"<init>", b"()V")?;
        insns.push(Insn::Invoke { op: Op::Invokespecial, index: constructor });
        let seen_as = match it.from {
            From::Type(caller) => caller,
            From::EveryPackage => it.named,
        };
        if !hierarchy.types[seen_as].is_interface() || it.from != From::EveryPackage {
            let class = pool.add_class(hierarchy.types[seen_as].name.as_bytes())?;
            insns.push(Insn::Type { op: Op::Checkcast, index: class });
        }
    }
    let named = hierarchy.types[it.named].name.as_bytes();
    let (name, descriptor) = (it.name.as_bytes(), it.descriptor.as_bytes());
    insns.push(match it.what {
        What::GetStatic => {
            Insn::Field { op: Op::Getstatic, index: pool.add_field(named, name, descriptor)? }
        }
        What::GetField => {
            Insn::Field { op: Op::Getfield, index: pool.add_field(named, name, descriptor)? }
        }
        What::Call(kind, of_interface) => {
            let index = match of_interface {
                true => pool.add_interface_method(named, name, descriptor)?,
                false => pool.add_method(named, name, descriptor)?,
            };
            match kind {
                InvokeKind::Virtual => Insn::Invoke { op: Op::Invokevirtual, index },
                InvokeKind::Special => Insn::Invoke { op: Op::Invokespecial, index },
                InvokeKind::Static => Insn::Invoke { op: Op::Invokestatic, index },
                InvokeKind::Interface => Insn::InvokeInterface { index, count: 1 },
            }
        }
    });
    insns.push(plain(Op::Areturn));
    Ok(insns)
}

fn constructor(
    pool: &mut ConstantPool<'static>,
    ty: &Type,
    super_class: &str,
) -> Result<Vec<Insn>> {
    let super_constructor = pool.add_method(super_class.as_bytes(), b"<init>", b"()V")?;
    let this = || Insn::local(Op::Aload, 0);
    let mut insns = vec![this(), Insn::Invoke { op: Op::Invokespecial, index: super_constructor }];
    for field in ty.fields.iter().filter(|field| !field.flags.is_static()) {
        let index = own_field(pool, ty, &field.descriptor)?;
        let text = load_text(pool, &ty.name)?;
        insns.extend([this(), text, Insn::Field { op: Op::Putfield, index }]);
    }
    insns.push(plain(Op::Return));
    Ok(insns)
}

fn static_initializer(pool: &mut ConstantPool<'static>, ty: &Type) -> Result<Vec<Insn>> {
    let mut insns = Vec::new();
    for field in ty.fields.iter().filter(|field| field.flags.is_static()) {
        let index = own_field(pool, ty, &field.descriptor)?;
        insns.extend([load_text(pool, &ty.name)?, Insn::Field { op: Op::Putstatic, index }]);
    }
    insns.push(plain(Op::Return));
    Ok(insns)
}

fn own_field(pool: &mut ConstantPool<'static>, ty: &Type, descriptor: &str) -> Result<u16> {
    pool.add_field(ty.name.as_bytes(), b"f", descriptor.as_bytes())
}

fn super_name<'h>(hierarchy: &'h Hierarchy, ty: &Type) -> &'h str {
    match ty.super_class {
        Some(super_class) => &hierarchy.types[super_class].name,
        None => "java/lang/Object",
    }
}

fn load_text(pool: &mut ConstantPool<'static>, text: &str) -> Result<Insn> {
    Ok(Insn::Ldc { op: Op::LdcW, index: pool.add_string(text)? })
}

fn plain(op: Op) -> Insn {
    Insn::Plain(op)
}

fn code(insns: Vec<Insn>) -> Code<'static> {
    Code {
        max_stack: 3,
        max_locals: 1,
        insns,
        pcs: Vec::new(),
        handlers: Vec::new(),
        attributes: Vec::new(),
    }
}
