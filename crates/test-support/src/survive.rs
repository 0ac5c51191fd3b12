//! What must hold for any bytes at all, however damaged: the property that the mutation tests
//! and the fuzz targets share.

use redflag_classfile::{ClassFile, Code, Info};
use redflag_ir::lower::lower;
use redflag_ir::names::Names;
use redflag_ir::verify::verify;

use crate::stress::{Stress, stress_class};

/// Puts bytes that may be a class through everything that reads classes. Nothing may panic; and
/// what is accepted must be written back as it was, be rewritten to something that can be read
/// again, and lower to SSA that verifies.
pub fn class_survives(bytes: &[u8]) {
    let headers = ClassFile::read_headers(bytes);
    let Ok(class) = ClassFile::read(bytes) else {
        return;
    };
    let headers = headers.expect("headers of a class that can be read whole");
    let written = class.write().expect("a class that was read can be written");
    assert!(written == bytes, "an unchanged class was written differently");
    for method in &headers.methods {
        for attribute in &method.attributes {
            if let Info::UnreadCode { bytes, offset } = attribute.info {
                let version = (headers.major, headers.minor);
                Code::read_later(bytes, offset, &headers.pool, version)
                    .expect("code that was read with its class can be read by itself");
            }
        }
    }
    for stress in [Stress::Before, Stress::Edges, Stress::LiveLocals, Stress::Handlers] {
        if let Ok(Some(rewritten)) = stress_class(bytes, stress) {
            ClassFile::read(&rewritten).expect("a rewritten class can be read");
        }
    }
    let mut names = Names::default();
    names.intern_class(&class);
    for method in &class.methods {
        if let Some(code) = method.code()
            && let Ok(body) = lower(&class, method, code, &names)
            && let Err(violation) = verify(&names, &body)
        {
            panic!("SSA that does not verify: {violation}");
        }
    }
}
