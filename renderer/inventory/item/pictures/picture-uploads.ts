/** Uploads of pictures from this computer, by connection and owner. They continue while another item is open (LST-10). */
import { use, useEffect, useEffectEvent, useState } from 'react'
import type { StallhandClient } from '../../../../shared/ipc/contract.ts'
import { MAX_PICTURE_BYTES } from '../../../../shared/listing/contract/choices-contract.ts'
import { useApiEvent, useClient } from '../../../api/hooks.ts'
import { ShownConnection } from '../../../api/shown-connection.ts'
import { askBeforeLeaving } from '../../../ui/autosave/ask-before-leaving.ts'
import { errorMessage } from '../../../ui/feedback/error-message.ts'
import { readBase64 } from '../../../ui/fields/read-file.ts'
import { createStore, useStore } from '../../../ui/hooks/store.ts'

/** What pictures belong to. A new listing has an id of its dialog, because it isn't stored yet. */
export type PictureOwner =
  | { readonly kind: 'item'; readonly sku: string }
  | { readonly kind: 'group'; readonly groupKey: string }
  | { readonly kind: 'newListing'; readonly id: string }

export type PictureUpload = {
  readonly id: string
  /** The connection on screen when the picture was added. */
  readonly connectionId: string | undefined
  readonly owner: PictureOwner
  readonly file: File
  /** Its position among the owner's pictures, which a failed upload keeps. */
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
/** Owners whose editor is open, by connection and name: the editor adds their finished pictures itself. */
const openOwners = new Set<string>()

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

const keep = (upload: PictureUpload): void => uploads.set([...uploads.get(), upload])

const remove = (isRemoved: (upload: PictureUpload) => boolean): void =>
  uploads.set(uploads.get().filter((upload) => !isRemoved(upload)))

/** Adds a finished picture to an owner whose editor isn't open. If that fails, the editor adds it later. */
const storePicture = async (client: StallhandClient, upload: PictureUpload): Promise<void> => {
  const { owner, id, imageUrl, place, replaces } = upload
  const pictures = [{ imageUrl, place, replaces }]
  // A new listing isn't stored, so the picture waits for its editor.
  if (owner.kind === 'newListing') return update(id, upload)
  remove((one) => one.id === id)
  try {
    if (owner.kind === 'item') await client.inventory.addPictures({ sku: owner.sku, pictures })
    else await client.inventory.addGroupPictures({ groupKey: owner.groupKey, pictures })
  } catch {
    keep(upload)
  }
}

/** Identifies the owner among those of its connection. */
const nameOwner = (owner: PictureOwner): string => {
  switch (owner.kind) {
    case 'item':
      return `item ${owner.sku}`
    case 'group':
      return `group ${owner.groupKey}`
    case 'newListing':
      return `newListing ${owner.id}`
  }
}

const useOwnUploads = (owner: PictureOwner): readonly PictureUpload[] => {
  const connectionId = use(ShownConnection)
  const name = nameOwner(owner)
  return useStore(uploads).filter((upload) => nameOwner(upload.owner) === name && upload.connectionId === connectionId)
}

/** The pictures of a new listing, dropped when its dialog closes. Returns their owner, and how many are still uploading. */
export const useNewListingPictures = (): { readonly owner: PictureOwner; readonly uploading: number } => {
  const [owner] = useState<PictureOwner>(() => ({ kind: 'newListing', id: crypto.randomUUID() }))
  useEffect(() => () => remove((upload) => upload.owner === owner), [owner])
  return { owner, uploading: useOwnUploads(owner).filter(({ state }) => state !== 'failed').length }
}

/** `onDone` adds the addresses of finished pictures at their places. */
export const usePictureUploads = (owner: PictureOwner, onDone: (pictures: readonly PictureUpload[]) => void) => {
  const client = useClient()
  const connectionId = use(ShownConnection)
  const mine = useOwnUploads(owner)
  useApiEvent('listing', 'uploadProgressed', ({ uploadId, sentBytes, totalBytes }) =>
    update(uploadId, { progress: totalBytes === 0 ? null : sentBytes / totalBytes }),
  )
  const ownerKey = `${connectionId ?? ''} ${nameOwner(owner)}`
  const done = mine.filter(({ state }) => state === 'done')
  const takeDone = useEffectEvent(() => {
    if (done.length === 0) return
    remove((upload) => done.includes(upload))
    onDone(done)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another one is finished
  useEffect(() => takeDone(), [done.length])

  useEffect(() => {
    openOwners.add(ownerKey)
    return () => void openOwners.delete(ownerKey)
  }, [ownerKey])

  const send = async (upload: PictureUpload): Promise<void> => {
    const { id, file } = upload
    // Its dialog may have been closed while it waited for its turn.
    if (!uploads.get().some((one) => one.id === id)) return
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
      if (openOwners.has(ownerKey)) update(id, { state: 'done', imageUrl })
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
          owner,
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
    dismiss: ({ id }: PictureUpload): void => remove((upload) => upload.id === id),
  }
}
