/** Adds pictures to those of an item or a group, such as uploads that finish one by one. */
import * as z from 'zod'
import { applyEdit, type ItemEdit, startEdit, withChange } from './item-edit.ts'
import { type JsonObject, type JsonPath, type JsonValue, valueAt } from './json.ts'

const addedPictureSchema = z.object({
  imageUrl: z.string().min(1).max(10_000),
  /** Its position among the pictures. */
  place: z.int().min(0).max(1_000),
  /** The address of the picture that it replaces, such as one that was turned; null for a new one. */
  replaces: z.string().max(10_000).nullable(),
})
export const addedPicturesSchema = z.array(addedPictureSchema).min(1).max(1_000)
export type AddedPicture = Readonly<z.output<typeof addedPictureSchema>>

/** Inserts pictures at their given places, the lowest first. One that replaces another takes its place, wherever that is now. */
export const insertPictures = (urls: readonly string[], pictures: readonly AddedPicture[]): readonly string[] =>
  pictures
    .toSorted((a, b) => a.place - b.place)
    .reduce<readonly string[]>((list, { place, imageUrl, replaces }) => {
      const index = replaces === null ? -1 : list.indexOf(replaces)
      // The seller may have removed the picture during the upload.
      if (replaces !== null && index === -1) return list
      return index === -1 ? list.toSpliced(place, 0, imageUrl) : list.with(index, imageUrl)
    }, urls)

type Edited = { readonly record: JsonObject | undefined; readonly edit: ItemEdit | undefined }

/** The edit with the pictures added to the addresses at `path`. */
export const withPictures = ({ record, edit }: Edited, path: JsonPath, pictures: readonly AddedPicture[]): ItemEdit => {
  const before = edit ?? startEdit(record)
  const value = valueAt(applyEdit(record, before), path)
  const urls = (Array.isArray(value) ? (value as readonly JsonValue[]) : []).filter((one) => typeof one === 'string')
  return withChange(before, record, path, insertPictures(urls, pictures))
}
