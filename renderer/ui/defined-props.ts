/**
 * The props that were given: the same object without the keys whose value is undefined.
 *
 * Our optional props may be passed as undefined; react-aria's may not (exactOptionalPropertyTypes), and for it a key
 * that is present and undefined can mean something else than an absent one.
 */
export function definedProps<Props extends object>(
  props: Props,
): { [Key in keyof Props]?: Exclude<Props[Key], undefined> } {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Props]?: Exclude<Props[Key], undefined>
  }
}
