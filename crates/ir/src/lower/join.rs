//! The least type that this crate can name for either of two references without a hierarchy.

use crate::types::Type;

pub(super) fn join(a: Type, b: Type) -> Type {
    if a == b || b == Type::NULL {
        return a;
    }
    if a == Type::NULL {
        return b;
    }
    // Arrays agree on as many dimensions as both have, less one where what is left of either is
    // a primitive, for that has no type in common with anything else.
    let shared = a.dimensions().min(b.dimensions());
    let is_object = |ty: Type| inner(ty, shared).is_reference();
    let dimensions = if is_object(a) && is_object(b) { shared } else { shared.saturating_sub(1) };
    (0..dimensions).fold(Type::OBJECT, |ty, _| ty.array_of().unwrap_or(ty))
}

fn inner(ty: Type, dimensions: u8) -> Type {
    (0..dimensions).fold(ty, |ty, _| ty.component().unwrap_or(ty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::Symbols;
    use crate::types::field_type;

    #[test]
    fn joins() {
        let mut symbols = Symbols::default();
        for (a, b, joined) in [
            ("Ljava/lang/String;", "Ljava/lang/String;", "Ljava/lang/String;"),
            ("Ljava/lang/String;", "Ljava/lang/Class;", "Ljava/lang/Object;"),
            ("[I", "[I", "[I"),
            ("[I", "[J", "Ljava/lang/Object;"),
            ("[[I", "[[J", "[Ljava/lang/Object;"),
            ("[[I", "[Ljava/lang/String;", "[Ljava/lang/Object;"),
            ("[Ljava/lang/Class;", "[Ljava/lang/String;", "[Ljava/lang/Object;"),
            ("[I", "Ljava/lang/String;", "Ljava/lang/Object;"),
        ] {
            let mut ty = |text| field_type(text, &mut symbols).unwrap();
            let (a, b, joined) = (ty(a), ty(b), ty(joined));
            assert_eq!(join(a, b), joined);
            assert_eq!(join(b, a), joined);
            assert_eq!(join(a, Type::NULL), a);
            assert_eq!(join(Type::NULL, a), a);
        }
    }
}
