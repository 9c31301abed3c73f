/** What tools write into the cells of a file instead of what they mean (USE-10). Pure. */
import { decodeHTMLStrict } from 'entities'

/** `lineEnds`: `\n` in two characters; `entities`: `&amp;` for &. */
export const exporterHabits = ['lineEnds', 'entities'] as const
export type ExporterHabit = (typeof exporterHabits)[number]

const writtenLineEnd = /\\r\\n|\\n/g
const writtenEntity = /&(?:[a-z]+\d*|#\d+|#x[\da-f]+);/i

/** The cell as it is meant. `isHtml`: its entities belong to it. */
export const readAsMeant = (
  cell: string,
  isHtml: boolean,
): { readonly text: string; readonly habits: readonly ExporterHabit[] } => {
  const broken = cell.includes('\\n') ? cell.replace(writtenLineEnd, '\n') : cell
  const text = isHtml || !writtenEntity.test(broken) ? broken : decodeHTMLStrict(broken)
  const habits: ExporterHabit[] = []
  if (broken !== cell) habits.push('lineEnds')
  if (text !== broken) habits.push('entities')
  return { text, habits }
}
