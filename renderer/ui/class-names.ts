/**
 * Joins class names and leaves out what is absent.
 *
 * @param names CSS module classes (which may be undefined for the type checker) and conditions that came out false
 */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
