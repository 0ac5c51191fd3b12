//! The classes of the JDK through which a program reaches its own fields and arrays without an
//! instruction that names them: VarHandles, method handles, reflection, `sun.misc.Unsafe`; and the
//! one through which hidden classes are defined, which the JVM shows to no agent.

use redflag_classfile::edit::{CodeEdit, Snippet};
use redflag_classfile::{Code, Op, Result};

use crate::hooks::{self, Hook};
use crate::method::Method;
use crate::monitors::returns;
use crate::snippet::Writer;

/// Whether the class makes plain accesses on behalf of the program.
pub fn works_on_program_fields(class: &str) -> bool {
    class.starts_with("java/lang/invoke/VarHandle")
        || class.starts_with("java/lang/invoke/LambdaForm$")
        || class == "java/lang/invoke/DirectMethodHandle$Holder"
        || class.starts_with("jdk/internal/reflect/Unsafe")
        || class == "sun/misc/Unsafe"
}

/// Adds the calls to one method of such a class.
pub fn observe<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
) -> Result<()> {
    // The parameter that says what is wanted.
    let wanted = match (method.class, method.name.as_str()) {
        ("java/lang/invoke/VarHandles", "makeFieldHandle") => (hooks::FIELD_WANTED, 0),
        ("java/lang/invoke/MethodHandles$Lookup", "getDirectFieldCommon") => {
            (hooks::FIELD_WANTED, 3)
        }
        ("jdk/internal/reflect/UnsafeFieldAccessorFactory", "newFieldAccessor") => {
            (hooks::FIELD_WANTED, 0)
        }
        ("sun/misc/Unsafe", "objectFieldOffset" | "staticFieldOffset") => (hooks::FIELD_WANTED, 1),
        ("sun/misc/Unsafe", "arrayBaseOffset") => (hooks::ELEMENTS_WANTED, 1),
        ("java/lang/invoke/MethodHandles", "arrayElementVarHandle") => (hooks::ELEMENTS_WANTED, 0),
        (class, name @ ("get" | "set")) if is_array_handle(class) => {
            return observe_element(edit, code, method, name == "set");
        }
        (class, "defineClass") if class.starts_with("java/lang/System$") => {
            return observe_definition(edit, method);
        }
        _ => return Ok(()),
    };
    edit.at_entry(call_with(method, wanted)?);
    Ok(())
}

fn call_with(method: &mut Method<'_, '_>, (hook, local): (Hook, u16)) -> Result<Snippet> {
    let mut code = Writer::new(method.pool);
    code.local(Op::Aload, local).call(hook)?;
    Ok(code.done())
}

/// `java.lang.invoke.VarHandleInts$Array` and its like.
fn is_array_handle(class: &str) -> bool {
    class.starts_with("java/lang/invoke/VarHandle") && class.ends_with("$Array")
}

/// `static int get(VarHandle handle, Object array, int index)`, and `set`: in plain mode elements
/// are accessed by instructions, in all others through Unsafe.
fn observe_element<'a>(
    edit: &mut CodeEdit<'_, 'a>,
    code: &Code<'a>,
    method: &mut Method<'_, 'a>,
    is_write: bool,
) -> Result<()> {
    let after_handle = method.descriptor.split_once(';').map_or("", |(_, rest)| rest);
    if !method.context.flags.is_static() || !after_handle.starts_with("Ljava/lang/Object;I") {
        return Ok(());
    }
    let hook = if is_write { hooks::AFTER_ELEMENT_WRITE } else { hooks::AFTER_ELEMENT_READ };
    for at in returns(code) {
        let mut call = Writer::new(method.pool);
        call.local(Op::Aload, 1).local(Op::Iload, 2).call(hook)?;
        edit.before(at, call.done());
    }
    Ok(())
}

/// Puts the answer of the runtime in the place of the bytes that are to be defined.
fn observe_definition(edit: &mut CodeEdit<'_, '_>, method: &mut Method<'_, '_>) -> Result<()> {
    let descriptor = "(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;\
                      [BLjava/security/ProtectionDomain;ZILjava/lang/Object;)Ljava/lang/Class;";
    if method.descriptor != descriptor {
        return Ok(());
    }
    let (bytes, flags) = (4, 7);
    let mut code = Writer::new(method.pool);
    code.local(Op::Aload, bytes).local(Op::Iload, flags).call(hooks::DEFINED)?;
    code.local(Op::Astore, bytes);
    let call = code.done();
    edit.at_entry(call);
    Ok(())
}
