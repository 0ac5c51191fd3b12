//! Puts a method together and lowers it.

use std::fmt;

use redflag_classfile::insn::LocalForm;
use redflag_classfile::{ClassFile, Code, ConstantPool, Flags, Handler, Insn, Label, Op};
use redflag_ir::body::Body;
use redflag_ir::lower::{Unlowerable, lower};
use redflag_ir::names::Names;
use redflag_ir::print::print;
use redflag_ir::verify::verify;

/// A static method under construction.
pub struct Assembly {
    class: ClassFile<'static>,
    pub insns: Vec<Insn>,
    handlers: Vec<Handler>,
    pub max_stack: u16,
}

impl Assembly {
    pub fn new() -> Assembly {
        let mut pool = ConstantPool::new();
        let this_class = pool.add_class(b"T").expect("room");
        let super_class = pool.add_class(b"java/lang/Object").expect("room");
        let class = ClassFile {
            minor: 0,
            // The last version with subroutines, and for which stack maps may be missing.
            major: 49,
            pool,
            flags: Flags::PUBLIC,
            this_class,
            super_class,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
        };
        Assembly { class, insns: Vec::new(), handlers: Vec::new(), max_stack: 8 }
    }

    pub fn plain(&mut self, ops: &[Op]) -> &mut Self {
        self.insns.extend(ops.iter().map(|&op| Insn::Plain(op)));
        self
    }

    pub fn local(&mut self, op: Op, index: u16) -> &mut Self {
        self.insns.push(Insn::Local { op, index, form: LocalForm::Wide });
        self
    }

    pub fn increment(&mut self, index: u16) -> &mut Self {
        self.insns.push(Insn::Iinc { index, delta: 1, wide: false });
        self
    }

    pub fn branch(&mut self, op: Op, target: u32) -> &mut Self {
        self.insns.push(Insn::Branch { op, target: Label(target) });
        self
    }

    /// A call of `T.name`.
    pub fn call(&mut self, name: &str, descriptor: &str) -> &mut Self {
        let pool = &mut self.class.pool;
        let index = pool.add_method(b"T", name.as_bytes(), descriptor.as_bytes()).expect("room");
        self.insns.push(Insn::Invoke { op: Op::Invokestatic, index });
        self
    }

    /// `new`, `anewarray`, `checkcast` or `instanceof`.
    pub fn of_class(&mut self, op: Op, class: &str) -> &mut Self {
        let index = self.class.pool.add_class(class.as_bytes()).expect("room");
        self.insns.push(Insn::Type { op, index });
        self
    }

    /// A handler for a class, or for everything.
    pub fn handler(&mut self, range: std::ops::Range<u32>, handler: u32, class: Option<&str>) {
        let catch_type =
            class.map_or(0, |class| self.class.pool.add_class(class.as_bytes()).expect("room"));
        let (start, end) = (Label(range.start), Label(range.end));
        self.handlers.push(Handler { start, end, handler: Label(handler), catch_type });
    }

    /// Lowers it and verifies the result.
    pub fn lower(&self, descriptor: &str) -> Result<Lowered, Unlowerable> {
        let mut class = self.class.clone();
        let code = Code {
            max_stack: self.max_stack,
            max_locals: 100,
            insns: self.insns.clone(),
            pcs: Vec::new(),
            handlers: self.handlers.clone(),
            attributes: Vec::new(),
        };
        class.add_method(Flags::STATIC, "m", descriptor, Some(code)).expect("room");
        // Written and read again, which gives the instructions their positions.
        let bytes = class.write().expect("a class that can be written");
        let class = ClassFile::read(&bytes).expect("a class that can be read");
        let mut names = Names::default();
        names.intern_class(&class);
        let method = &class.methods[0];
        let body = lower(&class, method, method.code().expect("it has code"), &names)?;
        let text = print(&class, method, &names, &body);
        verify(&names, &body).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
        Ok(Lowered { names, body, text })
    }
}

pub struct Lowered {
    pub names: Names,
    pub body: Body,
    text: String,
}

/// For a failed test: the start of what was expected not to be there.
impl fmt::Debug for Lowered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.lines().take(40).try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl Lowered {
    /// Compares the blocks, each line trimmed and without its comment.
    #[track_caller]
    pub fn assert_is(&self, expected: &str) {
        let trim = |text: &str| {
            let lines = text.lines().map(|line| line.split(';').next().unwrap_or("").trim());
            lines.filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        let blocks = self.text.find("b0:").expect("an entry");
        let found = trim(&self.text[blocks..]);
        assert_eq!(found, trim(expected), "\n{}", self.text);
    }
}
