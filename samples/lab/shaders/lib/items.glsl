// What a scan combines. An item is a value; with PN_SEGMENTED, a value since the last head, and whether there was a head: so a
// segmented scan is a scan with another operator, which is associative too, but not commutative.
// Needs: operators.glsl.
#ifdef PN_SEGMENTED

#define Item uvec2
const Item kNoItem = uvec2(kIdentity, 0u);

Item combine(Item a, Item b)
{
    return b.y != 0u ? b : uvec2(combine(a.x, b.x), a.y);
}

uint valueOf(Item item)
{
    return item.x;
}

// Whether combine(a, item) is item, whatever a is.
bool hidesAllBefore(Item item)
{
    return item.y != 0u;
}

#else

#define Item uint
const Item kNoItem = kIdentity;

uint valueOf(Item item)
{
    return item;
}

bool hidesAllBefore(Item item)
{
    return false;
}

#endif
