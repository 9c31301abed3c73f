/** Names and values of a preview that an item cannot take whole, each to be shortened by hand. */
import { ASPECT_NAME_MAX_CHARACTERS, ASPECT_VALUE_MAX_CHARACTERS } from '../../shared/inventory/limits.ts'
import { aspectsToObject, type Shortened, shortenedKey } from '../../shared/mapping/preview-to-item.ts'
import type { ListingPreview } from '../../shared/mapping/result.ts'
import { TextField } from '../ui/text-field.tsx'
import styles from './draft-dialog.module.css'
import { shortened } from './mapping-labels.ts'

type TooLong = { readonly aspect: string; readonly value: string | null; readonly limit: number }

export const ShortenAspects = ({
  preview,
  texts,
  onText,
}: {
  readonly preview: ListingPreview
  readonly texts: ReadonlyMap<string, Shortened>
  readonly onText: (key: string, shortened: Shortened) => void
}) => {
  const tooLong = aspectsToObject(preview.aspects).notes.flatMap((note): readonly TooLong[] => {
    if (note.kind === 'aspectNameTooLong') return [{ ...note, value: null }]
    return note.kind === 'aspectValueTooLong' ? [note] : []
  })
  if (tooLong.length === 0) return null
  return (
    <section aria-label="Too long for an item" className={styles.notes}>
      <h3 className={styles.heading}>Too long for an item: shorten them here</h3>
      <p className={styles.soft}>
        {`A name has at most ${ASPECT_NAME_MAX_CHARACTERS} characters and a value at most ${ASPECT_VALUE_MAX_CHARACTERS}. What you leave as it is stays whole, and can be shortened in the item.`}
      </p>
      {tooLong.map(({ aspect, value, limit }) => {
        const key = shortenedKey(aspect, value)
        return (
          <TextField
            key={key}
            label={value === null ? `Name “${shortened(aspect)}”` : `Value of “${shortened(aspect)}”`}
            limit={limit}
            value={texts.get(key)?.text ?? value ?? aspect}
            onChange={(text) => onText(key, { aspect, value, text })}
          />
        )
      })}
    </section>
  )
}
