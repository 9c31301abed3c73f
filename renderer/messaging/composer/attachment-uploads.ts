/**
 * Pictures from this computer on their way to the platform's picture host, by draft. They continue while another conversation is
 * open, and a finished one joins its draft.
 */
import type { Attachment } from '../../../shared/messaging/message-text.ts'
import { createStore, type Store } from '../../ui/hooks/store.ts'

export type AttachmentUpload = {
  readonly id: string
  readonly file: File
  readonly state: 'uploading' | 'failed'
  /** Why it failed; empty while it uploads. */
  readonly message: string
  /** Whether the same file can never succeed. */
  readonly isFinal: boolean
}

export type AttachmentUploads = {
  readonly store: Store<readonly AttachmentUpload[]>
  /** Uploads files one after the other, at most `room` of them. */
  readonly add: (files: readonly File[], room: number) => void
  readonly retry: (id: string) => void
  readonly dismiss: (id: string) => void
}

const types: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const MAX_BYTES = 12 * 1024 * 1024

/** Why the file can't be attached; undefined if it can. Main checks the bytes again. */
export const findFileProblem = (
  { type, size }: Pick<File, 'type' | 'size'>,
  { hasUpload, hasRoom }: { readonly hasUpload: boolean; readonly hasRoom: boolean },
): string | undefined => {
  if (!hasUpload) return 'This platform keeps no pictures. Put it on the web, then attach its address.'
  if (!hasRoom) return 'A message can have 5 attachments. Remove one first, then try again.'
  if (!types.includes(type)) return 'This isn’t a JPEG, PNG, GIF or WebP picture. Choose another file.'
  if (size > MAX_BYTES) return 'This picture is larger than 12 MB. Choose a smaller one.'
  return size === 0 ? 'This file is empty. Choose another one.' : undefined
}

export const createAttachmentUploads = (deps: {
  readonly hasUpload: boolean
  /** Returns the address of the uploaded picture. */
  readonly upload: (id: string, file: File) => Promise<string>
  readonly onUploaded: (attachment: Attachment) => void
  readonly errorMessage: (error: unknown) => string
  /** Keeps the window open until the returned function is called. */
  readonly hold: () => () => void
}): AttachmentUploads => {
  const store = createStore<readonly AttachmentUpload[]>([])
  let last = Promise.resolve()

  const update = (id: string, change: Partial<AttachmentUpload>): void =>
    store.set(store.get().map((one) => (one.id === id ? { ...one, ...change } : one)))
  const dismiss = (id: string): void => store.set(store.get().filter((one) => one.id !== id))

  const send = async (id: string): Promise<void> => {
    const found = store.get().find((one) => one.id === id)
    if (found === undefined) return
    const release = deps.hold()
    try {
      const mediaUrl = await deps.upload(id, found.file)
      // Removed during the upload: the platform drops an unused picture itself.
      if (!store.get().some((one) => one.id === id)) return
      dismiss(id)
      deps.onUploaded({ mediaName: found.file.name || 'picture.png', mediaType: 'IMAGE', mediaUrl })
    } catch (error) {
      update(id, { state: 'failed', message: deps.errorMessage(error) })
    } finally {
      release()
    }
  }
  const start = (id: string): void => {
    last = last.then(() => send(id))
  }

  return {
    store,
    dismiss,
    add: (files, room) => {
      const added = files.map((file, index): AttachmentUpload => {
        const problem = findFileProblem(file, { hasUpload: deps.hasUpload, hasRoom: index < room })
        return {
          id: crypto.randomUUID(),
          file,
          state: problem === undefined ? 'uploading' : 'failed',
          message: problem ?? '',
          isFinal: problem !== undefined,
        }
      })
      store.set([...store.get(), ...added])
      for (const { id, state } of added) if (state === 'uploading') start(id)
    },
    retry: (id) => {
      update(id, { state: 'uploading', message: '' })
      start(id)
    },
  }
}
