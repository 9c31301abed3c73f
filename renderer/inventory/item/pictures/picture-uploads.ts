/** Uploads of pictures from this computer, by connection and SKU. They continue while another item is open (LST-10). */
import { use, useEffect, useEffectEvent } from 'react'
import type { Item } from '../../../../shared/inventory/contract.ts'
import { fieldPaths, readItemView } from '../../../../shared/inventory/item.ts'
import { applyEdit, type ItemEdit, startEdit, withChange } from '../../../../shared/inventory/item-edit.ts'
import type { StallhandClient } from '../../../../shared/ipc/contract.ts'
import { MAX_PICTURE_BYTES } from '../../../../shared/listing/contract/choices-contract.ts'
import { useApiEvent, useClient } from '../../../api/hooks.ts'
import { ShownConnection } from '../../../api/shown-connection.ts'
import { askBeforeLeaving } from '../../../ui/autosave/ask-before-leaving.ts'
import { errorMessage } from '../../../ui/feedback/error-message.ts'
import { readBase64 } from '../../../ui/fields/read-file.ts'
import { createStore, useStore } from '../../../ui/hooks/store.ts'

export type PictureUpload = {
  readonly id: string
  /** The connection on screen when the picture was added. */
  readonly connectionId: string | undefined
  readonly sku: string
  readonly file: File
  /** Its position among the item's pictures, which a failed upload keeps. */
  readonly place: number
  /** The address of the picture that it replaces, such as one that was turned; null for a new one. */
  readonly replaces: string | null
  readonly state: 'uploading' | 'failed' | 'done'
  /** From 0 to 1; null until the first byte is sent. */
  readonly progress: number | null
  readonly message: string
  /** Whether the same file can never succeed. */
  readonly isFinal: boolean
  readonly imageUrl: string
}

const uploads = createStore<readonly PictureUpload[]>([])
/** Items whose editor is open, by connection and SKU: the editor adds their finished pictures itself. */
const openItems = new Set<string>()

const types: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** Why the file can't be uploaded; undefined if it can. Main checks the bytes again. */
export const findFileProblem = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  if (!types.includes(type)) return 'This isn’t a JPEG, PNG, GIF or WebP picture. Choose another file.'
  if (size > MAX_PICTURE_BYTES) return 'This picture is larger than 12 MB. Choose a smaller one.'
  return size === 0 ? 'This file is empty. Choose another one.' : undefined
}

/** The platform refuses a whole listing with a smaller picture (PLT-34). */
const MIN_LONGEST_SIDE = 500

/** Why a picture of this size, in pixels, can't be used; undefined if it can. */
export const findSizeProblem = ({ width, height }: Pick<ImageBitmap, 'width' | 'height'>): string | undefined =>
  Math.max(width, height) >= MIN_LONGEST_SIDE
    ? undefined
    : `This picture has ${width} × ${height} pixels. A listing with it is refused: one side needs ${MIN_LONGEST_SIDE} pixels or more. Choose a larger one.`

/** Undefined if the file is no readable picture: main says so by its bytes. */
const readSizeProblem = async (file: File): Promise<string | undefined> => {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  const problem = bitmap === undefined ? undefined : findSizeProblem(bitmap)
  bitmap?.close()
  return problem
}

const update = (id: string, change: Partial<PictureUpload>): void =>
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))

/** The item's edit, with the pictures added. */
export const withPictures = (
  { record, edit }: Pick<Item, 'record' | 'edit'>,
  pictures: Parameters<typeof insertPictures>[1],
): ItemEdit => {
  const known = record ?? undefined
  const before = edit ?? startEdit(known)
  const { imageUrls } = readItemView(applyEdit(known, before))
  return withChange(before, known, fieldPaths.imageUrls, insertPictures(imageUrls, pictures))
}

/** Adds a finished picture to the edit of an item that isn't open. If that fails, the item's editor adds it later. */
const storePicture = async (client: StallhandClient, upload: PictureUpload): Promise<void> => {
  const { sku } = upload
  uploads.set(uploads.get().filter(({ id }) => id !== upload.id))
  try {
    await client.inventory.saveEdit({ sku, edit: withPictures(await client.inventory.item({ sku }), [upload]) })
  } catch {
    uploads.set([...uploads.get(), upload])
  }
}

/** `onDone` adds the addresses of finished pictures at their places. */
export const usePictureUploads = (sku: string, onDone: (pictures: readonly PictureUpload[]) => void) => {
  const client = useClient()
  const connectionId = use(ShownConnection)
  const mine = useStore(uploads).filter((upload) => upload.sku === sku && upload.connectionId === connectionId)
  useApiEvent('listing', 'uploadProgressed', ({ uploadId, sentBytes, totalBytes }) =>
    update(uploadId, { progress: totalBytes === 0 ? null : sentBytes / totalBytes }),
  )
  const itemKey = `${connectionId ?? ''} ${sku}`
  const done = mine.filter(({ state }) => state === 'done')
  const takeDone = useEffectEvent(() => {
    if (done.length === 0) return
    uploads.set(uploads.get().filter((upload) => !done.includes(upload)))
    onDone(done)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another one is finished
  useEffect(() => takeDone(), [done.length])

  useEffect(() => {
    openItems.add(itemKey)
    return () => void openItems.delete(itemKey)
  }, [itemKey])

  const send = async (upload: PictureUpload): Promise<void> => {
    const { id, file } = upload
    const release = askBeforeLeaving()
    update(id, { state: 'uploading', progress: null, message: '' })
    try {
      const problem = await readSizeProblem(file)
      if (problem !== undefined) {
        update(id, { state: 'failed', message: problem, isFinal: true })
        return
      }
      const { imageUrl } = await client.listing.uploadPicture({
        uploadId: id,
        name: file.name.slice(0, 300),
        base64: await readBase64(file),
      })
      if (openItems.has(itemKey)) update(id, { state: 'done', imageUrl })
      else await storePicture(client, { ...upload, state: 'done', imageUrl })
    } catch (error) {
      update(id, { state: 'failed', message: errorMessage(error) })
    } finally {
      release()
    }
  }
  return {
    uploads: mine,
    /** Uploads files one after the other; each problem stays with its file. `replaces`: the picture that the file replaces. */
    add: (files: readonly File[], firstPlace: number, replaces: string | null = null): void => {
      const added = files.map((file, index): PictureUpload => {
        const problem = findFileProblem(file)
        return {
          id: crypto.randomUUID(),
          connectionId,
          sku,
          file,
          place: firstPlace + index,
          replaces,
          state: problem === undefined ? 'uploading' : 'failed',
          progress: null,
          message: problem ?? '',
          isFinal: problem !== undefined,
          imageUrl: '',
        }
      })
      uploads.set([...uploads.get(), ...added])
      void added
        .filter(({ isFinal }) => !isFinal)
        .reduce((before, upload) => before.then(() => send(upload)), Promise.resolve())
    },
    retry: (upload: PictureUpload): void => void send(upload),
    dismiss: ({ id }: PictureUpload): void => uploads.set(uploads.get().filter((upload) => upload.id !== id)),
  }
}

/** Inserts pictures at their given places, the lowest first. One that replaces another takes its place, wherever that is now. */
export const insertPictures = (
  urls: readonly string[],
  pictures: readonly (Pick<PictureUpload, 'place' | 'imageUrl'> & Partial<Pick<PictureUpload, 'replaces'>>)[],
): readonly string[] =>
  pictures
    .toSorted((a, b) => a.place - b.place)
    .reduce<readonly string[]>((list, { place, imageUrl, replaces = null }) => {
      const index = replaces === null ? -1 : list.indexOf(replaces)
      // The seller may have removed the picture during the upload.
      if (replaces !== null && index === -1) return list
      return index === -1 ? list.toSpliced(place, 0, imageUrl) : list.with(index, imageUrl)
    }, urls)
