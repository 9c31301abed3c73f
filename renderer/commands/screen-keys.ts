/** Which keys the key help lists for a screen. */
import type { ScreenName } from '../location.ts'
import { commandIds, commandInfo, keyHints } from './commands.ts'
import { isRegistered } from './registry.ts'

export type Key = { readonly keys: string; readonly label: string }

/** The keys of the screen; while a view of it is shown, only those that work there, each with its meaning there. */
export const screenKeys = (screen: ScreenName): readonly Key[] => {
  const rows = commandIds.flatMap((id) => {
    const { screen: its, view, keys, label } = commandInfo(id)
    return its === screen && keys !== undefined ? [{ id, view, keys, label }] : []
  })
  const inView = rows.filter(({ id, view }) => view !== undefined && isRegistered(id))
  const hints = keyHints.filter(({ screens }) => screens.includes(screen))
  const others = rows.filter(({ id, view }) => view === undefined && (inView.length === 0 || isRegistered(id)))
  const isFree = ({ keys }: Key): boolean => inView.every((row) => row.keys !== keys)
  return [...hints.filter(isFree), ...inView, ...others.filter(isFree)].map(({ keys, label }) => ({ keys, label }))
}
