//! A method's body in SSA form.
//!
//! Instructions stand in one list, block after block; operands stand in one pool. A block ends
//! with its one terminator. Exceptions are edges of blocks: any instruction of a block that can
//! throw may leave it for any of its `handlers`, and blocks are cut so that every such
//! instruction sees the same local variables, those that the handler's phis name for the block.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::symbol::Symbol;
use crate::types::{Kind, Type};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )*};
}

pub(crate) use ids;

ids! {
    /// A basic block; `b0` is the entry.
    BlockId "b",
    /// A value; defined once.
    ValueId "v",
    /// An instruction, by its place in the list.
    InstId "i",
}

#[derive(Clone, Debug, Default)]
pub struct Body {
    /// In reverse postorder from the entry, so that a block comes after its dominators.
    pub blocks: Vec<Block>,
    pub insts: Vec<Inst>,
    pub values: Vec<ValueData>,
    /// The operands of instructions and phis, each of which holds a range of it.
    pub operands: Vec<ValueId>,
    /// The parameters, the receiver first.
    pub parameters: Vec<ValueId>,
    pub fields: Vec<FieldRef>,
    pub methods: Vec<MethodRef>,
    pub call_sites: Vec<CallSite>,
    pub switches: Vec<SwitchTable>,
    pub texts: Vec<Box<str>>,
    /// From which position on which source line holds, ascending by position.
    pub lines: Vec<(u16, u16)>,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub phis: Vec<Phi>,
    /// Its instructions, as a range of [`Body::insts`]; the last one is the terminator.
    pub first: u32,
    pub end: u32,
    /// Every block from which control comes here, once each, ascending.
    pub predecessors: Vec<BlockId>,
    /// Where exceptions go, in the order in which the JVM asks.
    pub handlers: Vec<HandlerEdge>,
    /// Where the block's code starts in the bytecode.
    pub pc: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandlerEdge {
    pub block: BlockId,
    /// `None` catches everything.
    pub catches: Option<Type>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phi {
    pub value: ValueId,
    /// One operand for each predecessor, in their order.
    pub operands: Operands,
}

/// A range of [`Body::operands`]. Packed, so that an instruction's position fits in beside it:
/// that makes an [`Inst`] 32 bytes instead of 40.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(C, packed(2))]
pub struct Operands {
    pub start: u32,
    pub len: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueData {
    pub ty: Type,
    pub def: Def,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Def {
    /// The parameter at this index, the receiver being the first.
    Parameter(u16),
    Phi(BlockId),
    Inst(InstId),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inst {
    pub op: Opcode,
    pub operands: Operands,
    pub result: Option<ValueId>,
    /// The position in the bytecode.
    pub pc: u16,
}

/// What an instruction does. Operands are in the order of the operand stack; indices point into
/// the tables of the [`Body`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opcode {
    Constant(Constant),
    Binary(BinaryOp),
    Negate,
    Convert(Conversion),
    /// The exception that led into this handler; first in its block.
    Catch,
    GetStatic(u32),
    /// Operand: the value.
    PutStatic(u32),
    /// Operand: the object.
    GetField(u32),
    /// Operands: the object, the value.
    PutField(u32),
    /// Operands: the array, the index. The type is the element's.
    ArrayLoad(Type),
    /// Operands: the array, the index, the value.
    ArrayStore(Type),
    ArrayLength,
    New(Type),
    /// Operand: the length. The type is the array's.
    NewArray(Type),
    /// Operands: the lengths, outermost first. The type is the array's.
    MultiNewArray(Type),
    CheckCast(Type),
    InstanceOf(Type),
    /// Operands: the arguments, the receiver first.
    Invoke(InvokeKind, u32),
    /// Operands: the arguments.
    InvokeDynamic(u32),
    MonitorEnter,
    MonitorExit,
    // Terminators.
    Goto(BlockId),
    /// Operands: one that is compared with zero or null, or two that are compared.
    If {
        condition: Condition,
        then: BlockId,
        otherwise: BlockId,
    },
    Switch(u32),
    /// Operand: the value, unless the method is `void`.
    Return,
    Throw,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    Null,
    Int(i32),
    Long(i64),
    /// Bits.
    Float(u32),
    /// Bits.
    Double(u64),
    /// A text of the body.
    String(u32),
    Class(Type),
    /// A method type, by its descriptor among the texts.
    MethodType(u32),
    /// A method handle, described among the texts.
    MethodHandle(u32),
    /// A dynamic constant; one of the call sites.
    Dynamic(u32),
}

/// Operations on two operands of the type of the result, but for shift counts, which are `int`,
/// and comparisons, which yield one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    And,
    Or,
    Xor,
    /// `lcmp`.
    Compare,
    /// `fcmpl`, `dcmpl`: -1 if either is not a number.
    CompareLess,
    /// `fcmpg`, `dcmpg`: 1 if either is not a number.
    CompareGreater,
}

/// From one primitive type to another; `byte`, `char` and `short` narrow an `int`. It keeps kinds
/// instead of types because bodies hold millions of instructions, each as large as the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conversion {
    from: Kind,
    to: Kind,
}

impl Conversion {
    pub fn new(from: Type, to: Type) -> Conversion {
        Conversion { from: from.kind(), to: to.kind() }
    }

    pub fn from(self) -> Type {
        Type::of_kind(self.from)
    }

    pub fn to(self) -> Type {
        Type::of_kind(self.to)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    Equal,
    NotEqual,
    Less,
    GreaterOrEqual,
    Greater,
    LessOrEqual,
    IsNull,
    IsNotNull,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InvokeKind {
    Virtual,
    Special,
    Static,
    Interface,
}

/// A field as the code names it, before resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldRef {
    pub class: Symbol,
    pub name: Symbol,
    pub ty: Type,
}

/// A method as the code names it, before resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MethodRef {
    /// A class, or an array whose `clone` is called.
    pub class: Type,
    pub name: Symbol,
    /// The descriptor's text.
    pub descriptor: Symbol,
    /// Whether the constant says that `class` is an interface.
    pub of_interface: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchTable {
    pub cases: Vec<(i32, BlockId)>,
    pub default: BlockId,
}

/// A dynamic call site or constant, as far as its bootstrap method is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    pub name: Symbol,
    pub descriptor: Symbol,
    /// The bootstrap method, if the class names one that can be called.
    pub bootstrap: Option<MethodRef>,
    pub meaning: Meaning,
}

/// What a well-known bootstrap method makes of its call site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A lambda or method reference: the call makes an object of `interface` whose method
    /// `name`, called with `instantiated`'s types, runs `implementation` on the captured
    /// operands of the call followed by its own arguments.
    Lambda {
        interface: Symbol,
        method: Symbol,
        /// The erased descriptor that it implements.
        erased: Symbol,
        /// The descriptor after the type arguments are put in.
        instantiated: Symbol,
        implementation: Handle,
        serializable: bool,
        /// Further interfaces that it implements.
        markers: Vec<Symbol>,
        /// Further descriptors under which it must answer.
        bridges: Vec<Symbol>,
    },
    /// String concatenation; `recipe` has `\u{1}` for an operand and `\u{2}` for a constant.
    StringConcat { recipe: Box<str>, constants: Vec<Box<str>> },
    /// `equals`, `hashCode` or `toString` of a record, over these fields.
    Record { class: Symbol, fields: Vec<FieldRef> },
    /// A pattern switch: the index of the first label that the operand matches.
    PatternSwitch { labels: Vec<SwitchLabel> },
    /// Another language's or a future bootstrap method.
    Other,
}

/// A method handle that names a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    GetField(FieldRef),
    GetStatic(FieldRef),
    PutField(FieldRef),
    PutStatic(FieldRef),
    InvokeVirtual(MethodRef),
    InvokeStatic(MethodRef),
    InvokeSpecial(MethodRef),
    NewInvokeSpecial(MethodRef),
    InvokeInterface(MethodRef),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwitchLabel {
    Type(Type),
    Text(Box<str>),
    Int(i32),
    /// An enum constant by its name (`enumSwitch`, or an `EnumDesc`).
    Enum(Box<str>),
    /// A label whose constant is not understood.
    Other,
}

impl Body {
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    pub fn inst(&self, id: InstId) -> &Inst {
        &self.insts[id.index()]
    }

    pub fn value(&self, id: ValueId) -> &ValueData {
        &self.values[id.index()]
    }

    pub fn operands(&self, range: Operands) -> &[ValueId] {
        &self.operands[range.start as usize..range.start as usize + usize::from(range.len)]
    }

    pub fn block_ids(&self) -> impl ExactSizeIterator<Item = BlockId> + Clone + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    /// The instructions of a block with their ids, the terminator last.
    pub fn insts_of(&self, block: BlockId) -> impl ExactSizeIterator<Item = (InstId, &Inst)> {
        let block = self.block(block);
        (block.first..block.end).map(InstId).zip(self.insts_in(block))
    }

    fn insts_in(&self, block: &Block) -> std::slice::Iter<'_, Inst> {
        self.insts[block.first as usize..block.end as usize].iter()
    }

    /// The last instruction of a block.
    pub fn terminator(&self, block: BlockId) -> &Inst {
        &self.insts[self.block(block).end as usize - 1]
    }

    /// Where control goes from a block without an exception; a block may occur twice.
    pub fn successors(&self, block: BlockId) -> Vec<BlockId> {
        match self.terminator(block).op {
            Opcode::Goto(target) => vec![target],
            Opcode::If { then, otherwise, .. } => vec![then, otherwise],
            Opcode::Switch(table) => {
                let table = &self.switches[table as usize];
                let cases = table.cases.iter().map(|&(_, target)| target);
                cases.chain([table.default]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Every successor once, in order of first mention, handlers last.
    pub fn all_successors(&self, block: BlockId) -> Vec<BlockId> {
        let handlers = self.block(block).handlers.iter().map(|edge| edge.block);
        let mut once = self.successors(block);
        once.extend(handlers);
        let mut seen = FxHashSet::default();
        once.retain(|&successor| seen.insert(successor));
        once
    }

    /// The source line of a position, if the class tells.
    pub fn line(&self, pc: u16) -> Option<u16> {
        let after = self.lines.partition_point(|&(start, _)| start <= pc);
        after.checked_sub(1).map(|at| self.lines[at].1)
    }
}

impl Opcode {
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Opcode::Goto(_)
                | Opcode::If { .. }
                | Opcode::Switch(_)
                | Opcode::Return
                | Opcode::Throw
        )
    }
}
