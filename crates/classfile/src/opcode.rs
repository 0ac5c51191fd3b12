//! The instruction set [JVMS §6.5]: each opcode's name and the shape of its operands.

/// How an opcode's operands are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No operands.
    Plain,
    /// `bipush`: a signed byte.
    Byte,
    /// `sipush`: a signed short.
    Short,
    /// `ldc`: a one-byte constant index.
    NarrowConstant,
    /// A two-byte constant index that is pushed.
    WideConstant,
    /// A local variable index, one byte, or two under `wide`.
    Local,
    /// `iinc`: a local variable index and a signed addend.
    Increment,
    /// A two-byte branch offset.
    Branch,
    /// A four-byte branch offset.
    WideBranch,
    TableSwitch,
    LookupSwitch,
    /// A field reference.
    Field,
    /// A method reference.
    Invoke,
    /// A method reference, an argument count, and a zero.
    InvokeInterface,
    /// A call site and two zeros.
    InvokeDynamic,
    /// A class constant.
    Type,
    /// `newarray`: a primitive type code.
    NewArray,
    /// `multianewarray`: a class constant and a dimension count.
    MultiNewArray,
    /// The `wide` prefix.
    Wide,
}

macro_rules! opcodes {
    ($($code:literal $variant:ident $name:literal $shape:ident,)*) => {
        /// An opcode. The one-byte forms with the local's index inside (`iload_0`) are no
        /// opcodes of their own here: see [`crate::insn::LocalForm`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op { $($variant = $code,)* }

        const TABLE: [Option<(Op, Shape)>; 256] = {
            let mut table = [None; 256];
            $(table[$code] = Some((Op::$variant, Shape::$shape));)*
            table
        };

        impl Op {
            /// The name in the JVM specification.
            pub const fn name(self) -> &'static str {
                match self { $(Op::$variant => $name,)* }
            }
        }
    };
}

impl Op {
    /// The opcode of a byte, with its shape; `None` for bytes that are none and for `iload_0` and
    /// its kind.
    #[inline]
    pub fn of(byte: u8) -> Option<(Op, Shape)> {
        TABLE[usize::from(byte)]
    }

    pub const fn byte(self) -> u8 {
        self as u8
    }

    /// The conditional branch that is taken just when this one is not.
    pub fn inverted(self) -> Option<Op> {
        Some(match self {
            Op::Ifeq => Op::Ifne,
            Op::Ifne => Op::Ifeq,
            Op::Iflt => Op::Ifge,
            Op::Ifge => Op::Iflt,
            Op::Ifgt => Op::Ifle,
            Op::Ifle => Op::Ifgt,
            Op::IfIcmpeq => Op::IfIcmpne,
            Op::IfIcmpne => Op::IfIcmpeq,
            Op::IfIcmplt => Op::IfIcmpge,
            Op::IfIcmpge => Op::IfIcmplt,
            Op::IfIcmpgt => Op::IfIcmple,
            Op::IfIcmple => Op::IfIcmpgt,
            Op::IfAcmpeq => Op::IfAcmpne,
            Op::IfAcmpne => Op::IfAcmpeq,
            Op::Ifnull => Op::Ifnonnull,
            Op::Ifnonnull => Op::Ifnull,
            _ => return None,
        })
    }
}

opcodes! {
    0 Nop "nop" Plain,
    1 AconstNull "aconst_null" Plain,
    2 IconstM1 "iconst_m1" Plain,
    3 Iconst0 "iconst_0" Plain,
    4 Iconst1 "iconst_1" Plain,
    5 Iconst2 "iconst_2" Plain,
    6 Iconst3 "iconst_3" Plain,
    7 Iconst4 "iconst_4" Plain,
    8 Iconst5 "iconst_5" Plain,
    9 Lconst0 "lconst_0" Plain,
    10 Lconst1 "lconst_1" Plain,
    11 Fconst0 "fconst_0" Plain,
    12 Fconst1 "fconst_1" Plain,
    13 Fconst2 "fconst_2" Plain,
    14 Dconst0 "dconst_0" Plain,
    15 Dconst1 "dconst_1" Plain,
    16 Bipush "bipush" Byte,
    17 Sipush "sipush" Short,
    18 Ldc "ldc" NarrowConstant,
    19 LdcW "ldc_w" WideConstant,
    20 Ldc2W "ldc2_w" WideConstant,
    21 Iload "iload" Local,
    22 Lload "lload" Local,
    23 Fload "fload" Local,
    24 Dload "dload" Local,
    25 Aload "aload" Local,
    46 Iaload "iaload" Plain,
    47 Laload "laload" Plain,
    48 Faload "faload" Plain,
    49 Daload "daload" Plain,
    50 Aaload "aaload" Plain,
    51 Baload "baload" Plain,
    52 Caload "caload" Plain,
    53 Saload "saload" Plain,
    54 Istore "istore" Local,
    55 Lstore "lstore" Local,
    56 Fstore "fstore" Local,
    57 Dstore "dstore" Local,
    58 Astore "astore" Local,
    79 Iastore "iastore" Plain,
    80 Lastore "lastore" Plain,
    81 Fastore "fastore" Plain,
    82 Dastore "dastore" Plain,
    83 Aastore "aastore" Plain,
    84 Bastore "bastore" Plain,
    85 Castore "castore" Plain,
    86 Sastore "sastore" Plain,
    87 Pop "pop" Plain,
    88 Pop2 "pop2" Plain,
    89 Dup "dup" Plain,
    90 DupX1 "dup_x1" Plain,
    91 DupX2 "dup_x2" Plain,
    92 Dup2 "dup2" Plain,
    93 Dup2X1 "dup2_x1" Plain,
    94 Dup2X2 "dup2_x2" Plain,
    95 Swap "swap" Plain,
    96 Iadd "iadd" Plain,
    97 Ladd "ladd" Plain,
    98 Fadd "fadd" Plain,
    99 Dadd "dadd" Plain,
    100 Isub "isub" Plain,
    101 Lsub "lsub" Plain,
    102 Fsub "fsub" Plain,
    103 Dsub "dsub" Plain,
    104 Imul "imul" Plain,
    105 Lmul "lmul" Plain,
    106 Fmul "fmul" Plain,
    107 Dmul "dmul" Plain,
    108 Idiv "idiv" Plain,
    109 Ldiv "ldiv" Plain,
    110 Fdiv "fdiv" Plain,
    111 Ddiv "ddiv" Plain,
    112 Irem "irem" Plain,
    113 Lrem "lrem" Plain,
    114 Frem "frem" Plain,
    115 Drem "drem" Plain,
    116 Ineg "ineg" Plain,
    117 Lneg "lneg" Plain,
    118 Fneg "fneg" Plain,
    119 Dneg "dneg" Plain,
    120 Ishl "ishl" Plain,
    121 Lshl "lshl" Plain,
    122 Ishr "ishr" Plain,
    123 Lshr "lshr" Plain,
    124 Iushr "iushr" Plain,
    125 Lushr "lushr" Plain,
    126 Iand "iand" Plain,
    127 Land "land" Plain,
    128 Ior "ior" Plain,
    129 Lor "lor" Plain,
    130 Ixor "ixor" Plain,
    131 Lxor "lxor" Plain,
    132 Iinc "iinc" Increment,
    133 I2l "i2l" Plain,
    134 I2f "i2f" Plain,
    135 I2d "i2d" Plain,
    136 L2i "l2i" Plain,
    137 L2f "l2f" Plain,
    138 L2d "l2d" Plain,
    139 F2i "f2i" Plain,
    140 F2l "f2l" Plain,
    141 F2d "f2d" Plain,
    142 D2i "d2i" Plain,
    143 D2l "d2l" Plain,
    144 D2f "d2f" Plain,
    145 I2b "i2b" Plain,
    146 I2c "i2c" Plain,
    147 I2s "i2s" Plain,
    148 Lcmp "lcmp" Plain,
    149 Fcmpl "fcmpl" Plain,
    150 Fcmpg "fcmpg" Plain,
    151 Dcmpl "dcmpl" Plain,
    152 Dcmpg "dcmpg" Plain,
    153 Ifeq "ifeq" Branch,
    154 Ifne "ifne" Branch,
    155 Iflt "iflt" Branch,
    156 Ifge "ifge" Branch,
    157 Ifgt "ifgt" Branch,
    158 Ifle "ifle" Branch,
    159 IfIcmpeq "if_icmpeq" Branch,
    160 IfIcmpne "if_icmpne" Branch,
    161 IfIcmplt "if_icmplt" Branch,
    162 IfIcmpge "if_icmpge" Branch,
    163 IfIcmpgt "if_icmpgt" Branch,
    164 IfIcmple "if_icmple" Branch,
    165 IfAcmpeq "if_acmpeq" Branch,
    166 IfAcmpne "if_acmpne" Branch,
    167 Goto "goto" Branch,
    168 Jsr "jsr" Branch,
    169 Ret "ret" Local,
    170 Tableswitch "tableswitch" TableSwitch,
    171 Lookupswitch "lookupswitch" LookupSwitch,
    172 Ireturn "ireturn" Plain,
    173 Lreturn "lreturn" Plain,
    174 Freturn "freturn" Plain,
    175 Dreturn "dreturn" Plain,
    176 Areturn "areturn" Plain,
    177 Return "return" Plain,
    178 Getstatic "getstatic" Field,
    179 Putstatic "putstatic" Field,
    180 Getfield "getfield" Field,
    181 Putfield "putfield" Field,
    182 Invokevirtual "invokevirtual" Invoke,
    183 Invokespecial "invokespecial" Invoke,
    184 Invokestatic "invokestatic" Invoke,
    185 Invokeinterface "invokeinterface" InvokeInterface,
    186 Invokedynamic "invokedynamic" InvokeDynamic,
    187 New "new" Type,
    188 Newarray "newarray" NewArray,
    189 Anewarray "anewarray" Type,
    190 Arraylength "arraylength" Plain,
    191 Athrow "athrow" Plain,
    192 Checkcast "checkcast" Type,
    193 Instanceof "instanceof" Type,
    194 Monitorenter "monitorenter" Plain,
    195 Monitorexit "monitorexit" Plain,
    196 Wide "wide" Wide,
    197 Multianewarray "multianewarray" MultiNewArray,
    198 Ifnull "ifnull" Branch,
    199 Ifnonnull "ifnonnull" Branch,
    200 GotoW "goto_w" WideBranch,
    201 JsrW "jsr_w" WideBranch,
}
