//! One instruction, with operands decoded and branch targets as labels.

use std::fmt;

use crate::opcode::Op;

/// An instruction's index in its method's list; the length of the list stands for the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(pub u32);

impl Label {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{}", self.0)
    }
}

/// How a local variable instruction is encoded. The choice carries no meaning; it is kept so that
/// a class that nobody edits is written as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalForm {
    /// `iload_0`: the index is part of the opcode.
    Implicit,
    /// `iload 0`.
    Byte,
    /// `wide iload 0`.
    Wide,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insn {
    /// Every instruction without operands.
    Plain(Op),
    /// `bipush` and `sipush`.
    Push {
        op: Op,
        value: i16,
    },
    /// `ldc`, `ldc_w` and `ldc2_w`.
    Ldc {
        op: Op,
        index: u16,
    },
    /// Loads, stores and `ret`.
    Local {
        op: Op,
        index: u16,
        form: LocalForm,
    },
    Iinc {
        index: u16,
        delta: i16,
        wide: bool,
    },
    /// Conditional branches, `goto`, `jsr` and their wide forms.
    Branch {
        op: Op,
        target: Label,
    },
    Switch(Box<Switch>),
    /// `getfield`, `putfield`, `getstatic` and `putstatic`.
    Field {
        op: Op,
        index: u16,
    },
    /// `invokevirtual`, `invokespecial` and `invokestatic`.
    Invoke {
        op: Op,
        index: u16,
    },
    InvokeInterface {
        index: u16,
        count: u8,
    },
    InvokeDynamic {
        index: u16,
    },
    /// `new`, `anewarray`, `checkcast` and `instanceof`.
    Type {
        op: Op,
        index: u16,
    },
    NewArray {
        code: u8,
    },
    MultiNewArray {
        index: u16,
        dimensions: u8,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    pub default: Label,
    pub cases: Cases,
    /// The alignment bytes as read; compilers write zeros, but need not.
    pub padding: [u8; 3],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cases {
    /// `tableswitch`: targets for `low`, `low + 1`, …
    Table { low: i32, targets: Vec<Label> },
    /// `lookupswitch`.
    Lookup(Vec<(i32, Label)>),
}

impl Switch {
    /// Every target, the default first.
    pub fn targets(&self) -> impl Iterator<Item = Label> + '_ {
        let (table, lookup) = match &self.cases {
            Cases::Table { targets, .. } => (targets.as_slice(), &[][..]),
            Cases::Lookup(pairs) => (&[][..], pairs.as_slice()),
        };
        std::iter::once(self.default)
            .chain(table.iter().copied())
            .chain(lookup.iter().map(|&(_, target)| target))
    }

    /// The matched values with their targets, without the default.
    pub fn pairs(&self) -> Vec<(i32, Label)> {
        match &self.cases {
            Cases::Table { low, targets } => targets
                .iter()
                .enumerate()
                .map(|(at, &target)| (low.wrapping_add(at as i32), target))
                .collect(),
            Cases::Lookup(pairs) => pairs.clone(),
        }
    }
}

impl Insn {
    pub fn op(&self) -> Op {
        match self {
            Insn::Plain(op)
            | Insn::Push { op, .. }
            | Insn::Ldc { op, .. }
            | Insn::Local { op, .. }
            | Insn::Branch { op, .. }
            | Insn::Field { op, .. }
            | Insn::Invoke { op, .. }
            | Insn::Type { op, .. } => *op,
            Insn::Iinc { .. } => Op::Iinc,
            Insn::Switch(switch) => match switch.cases {
                Cases::Table { .. } => Op::Tableswitch,
                Cases::Lookup(_) => Op::Lookupswitch,
            },
            Insn::InvokeInterface { .. } => Op::Invokeinterface,
            Insn::InvokeDynamic { .. } => Op::Invokedynamic,
            Insn::NewArray { .. } => Op::Newarray,
            Insn::MultiNewArray { .. } => Op::Multianewarray,
        }
    }

    /// A load, store or `ret` in its shortest form.
    pub fn local(op: Op, index: u16) -> Insn {
        let form = match index {
            0..=3 if op != Op::Ret => LocalForm::Implicit,
            0..=255 => LocalForm::Byte,
            _ => LocalForm::Wide,
        };
        Insn::Local { op, index, form }
    }

    /// A constant of the pool that takes one slot, in its shortest form.
    pub fn ldc(index: u16) -> Insn {
        let op = if index <= 255 { Op::Ldc } else { Op::LdcW };
        Insn::Ldc { op, index }
    }

    /// An increment in its shortest form.
    pub fn iinc(index: u16, delta: i16) -> Insn {
        let wide = index > 255 || i8::try_from(delta).is_err();
        Insn::Iinc { index, delta, wide }
    }

    /// An `int` constant in its shortest form that needs no pool entry, if there is one.
    pub fn push_int(value: i16) -> Insn {
        match value {
            -1 => Insn::Plain(Op::IconstM1),
            0 => Insn::Plain(Op::Iconst0),
            1 => Insn::Plain(Op::Iconst1),
            2 => Insn::Plain(Op::Iconst2),
            3 => Insn::Plain(Op::Iconst3),
            4 => Insn::Plain(Op::Iconst4),
            5 => Insn::Plain(Op::Iconst5),
            -128..=127 => Insn::Push { op: Op::Bipush, value },
            _ => Insn::Push { op: Op::Sipush, value },
        }
    }

    /// Whether control may go on to the next instruction. A `jsr` comes back there, but not by
    /// falling through.
    pub fn falls_through(&self) -> bool {
        !matches!(
            self.op(),
            Op::Goto
                | Op::GotoW
                | Op::Jsr
                | Op::JsrW
                | Op::Ret
                | Op::Tableswitch
                | Op::Lookupswitch
                | Op::Ireturn
                | Op::Lreturn
                | Op::Freturn
                | Op::Dreturn
                | Op::Areturn
                | Op::Return
                | Op::Athrow
        )
    }

    /// Calls `each` with every branch target.
    pub fn for_each_target(&self, mut each: impl FnMut(Label)) {
        match self {
            Insn::Branch { target, .. } => each(*target),
            Insn::Switch(switch) => switch.targets().for_each(each),
            _ => {}
        }
    }

    /// Replaces every branch target.
    pub fn map_targets(&mut self, mut map: impl FnMut(Label) -> Label) {
        match self {
            Insn::Branch { target, .. } => *target = map(*target),
            Insn::Switch(switch) => {
                switch.default = map(switch.default);
                match &mut switch.cases {
                    Cases::Table { targets, .. } => {
                        targets.iter_mut().for_each(|target| *target = map(*target));
                    }
                    Cases::Lookup(pairs) => {
                        pairs.iter_mut().for_each(|(_, target)| *target = map(*target));
                    }
                }
            }
            _ => {}
        }
    }
}
