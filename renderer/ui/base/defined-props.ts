/**
 * The object without undefined values.
 *
 * Our optional props may be undefined; react-aria's may not (exactOptionalPropertyTypes): it distinguishes absent from undefined.
 */
export const definedProps = <Props extends object>(
  props: Props,
): { [Key in keyof Props]?: Exclude<Props[Key], undefined> } =>
  Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Props]?: Exclude<Props[Key], undefined>
  }
