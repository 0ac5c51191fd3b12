//! Writing inserted code: a list of instructions that grows call by call, its constants going to
//! the pool of the class that it is for.

use redflag_classfile::edit::{Item, Snippet};
use redflag_classfile::pool::Constant;
use redflag_classfile::{ConstantPool, Insn, Label, Op, Result};

use crate::hooks::{Hook, carried_call};
use crate::thread_state::THREAD;

pub struct Writer<'p, 'a> {
    pub pool: &'p mut ConstantPool<'a>,
    snippet: Snippet,
}

impl<'p, 'a> Writer<'p, 'a> {
    pub fn new(pool: &'p mut ConstantPool<'a>) -> Writer<'p, 'a> {
        Writer { pool, snippet: Vec::new() }
    }

    pub fn done(self) -> Snippet {
        self.snippet
    }

    pub fn insn(&mut self, insn: Insn) -> &mut Self {
        self.snippet.push(Item::Insn(insn));
        self
    }

    pub fn op(&mut self, op: Op) -> &mut Self {
        self.insn(Insn::Plain(op))
    }

    pub fn ops(&mut self, ops: &[Op]) -> &mut Self {
        for &op in ops {
            self.op(op);
        }
        self
    }

    pub fn local(&mut self, op: Op, index: u16) -> &mut Self {
        self.insn(Insn::local(op, index))
    }

    pub fn branch(&mut self, op: Op, target: Label) -> &mut Self {
        self.insn(Insn::Branch { op, target })
    }

    pub fn bind(&mut self, label: Label) -> &mut Self {
        self.snippet.push(Item::Bind(label));
        self
    }

    pub fn int(&mut self, value: i32) -> Result<&mut Self> {
        let insn = match i16::try_from(value) {
            Ok(small) => Insn::push_int(small),
            Err(_) => Insn::ldc(self.pool.add(Constant::Integer(value))?),
        };
        Ok(self.insn(insn))
    }

    pub fn long(&mut self, value: i64) -> Result<&mut Self> {
        let insn = match value {
            0 => Insn::Plain(Op::Lconst0),
            1 => Insn::Plain(Op::Lconst1),
            _ => Insn::Ldc { op: Op::Ldc2W, index: self.pool.add(Constant::Long(value))? },
        };
        Ok(self.insn(insn))
    }

    pub fn field(&mut self, op: Op, class: &str, name: &str, ty: &str) -> Result<&mut Self> {
        let index = self.pool.add_field(class.as_bytes(), name.as_bytes(), ty.as_bytes())?;
        Ok(self.insn(Insn::Field { op, index }))
    }

    pub fn call(&mut self, hook: Hook) -> Result<&mut Self> {
        let call = hook.call(self.pool)?;
        Ok(self.insn(call))
    }

    /// Calls a method of the carrier by its name without the prefix.
    pub fn carried(&mut self, name: &str, descriptor: &str) -> Result<&mut Self> {
        let call = carried_call(self.pool, name, descriptor)?;
        Ok(self.insn(call))
    }

    pub fn static_call(&mut self, class: &str, name: &str, ty: &str) -> Result<&mut Self> {
        let index = self.pool.add_method(class.as_bytes(), name.as_bytes(), ty.as_bytes())?;
        Ok(self.insn(Insn::Invoke { op: Op::Invokestatic, index }))
    }

    pub fn current_thread(&mut self) -> Result<&mut Self> {
        self.static_call(THREAD, "currentThread", "()Ljava/lang/Thread;")
    }

    /// A field of `java.lang.Thread` that was added to it, of the thread on the stack.
    pub fn thread_field(&mut self, (name, ty): (&str, &str)) -> Result<&mut Self> {
        self.field(Op::Getfield, THREAD, name, ty)
    }

    pub fn cast(&mut self, class: &str) -> Result<&mut Self> {
        let index = self.pool.add_class(class.as_bytes())?;
        Ok(self.insn(Insn::Type { op: Op::Checkcast, index }))
    }
}

/// How values of a type are moved: by its descriptor's first character.
pub fn load_op(descriptor: &str) -> Op {
    match descriptor.as_bytes().first() {
        Some(b'J') => Op::Lload,
        Some(b'F') => Op::Fload,
        Some(b'D') => Op::Dload,
        Some(b'L' | b'[') => Op::Aload,
        _ => Op::Iload,
    }
}

pub fn store_op(descriptor: &str) -> Op {
    match load_op(descriptor) {
        Op::Lload => Op::Lstore,
        Op::Fload => Op::Fstore,
        Op::Dload => Op::Dstore,
        Op::Aload => Op::Astore,
        _ => Op::Istore,
    }
}

pub fn return_op(descriptor: &str) -> Op {
    match descriptor {
        "V" => Op::Return,
        _ => match load_op(descriptor) {
            Op::Lload => Op::Lreturn,
            Op::Fload => Op::Freturn,
            Op::Dload => Op::Dreturn,
            Op::Aload => Op::Areturn,
            _ => Op::Ireturn,
        },
    }
}

pub fn slots(descriptor: &str) -> u16 {
    match descriptor {
        "V" => 0,
        "J" | "D" => 2,
        _ => 1,
    }
}

/// The parameters of a method descriptor, and what it returns.
pub fn parameters(descriptor: &str) -> (Vec<&str>, &str) {
    let (inside, returned) =
        descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')')).unwrap_or(("", "V"));
    let mut list = Vec::new();
    let mut rest = inside;
    while !rest.is_empty() {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let end = match rest[dimensions..].starts_with('L') {
            true => rest.find(';').map_or(rest.len(), |at| at + 1),
            false => (dimensions + 1).min(rest.len()),
        };
        let (one, after) = rest.split_at(end);
        list.push(one);
        rest = after;
    }
    (list, returned)
}
