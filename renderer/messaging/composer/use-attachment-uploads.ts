/** The uploads of a draft, with the files that are pasted and dropped into its composer. */
import type { ClipboardEvent, DragEvent } from 'react'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { useClient } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { askBeforeLeaving } from '../../ui/autosave/ask-before-leaving.ts'
import { errorMessage } from '../../ui/feedback/error-message.ts'
import { readBase64 } from '../../ui/fields/read-file.ts'
import { useStore } from '../../ui/hooks/store.ts'
import { type AttachmentUploads, createAttachmentUploads } from './attachment-uploads.ts'
import type { DraftKeeper } from './draft-keeper.ts'

/** One list per draft, for as long as the window is open. */
const known = new WeakMap<DraftKeeper, AttachmentUploads>()

export const useAttachmentUploads = (keeper: DraftKeeper) => {
  const client = useClient()
  const { capabilities } = usePlatform()
  const uploads =
    known.get(keeper) ??
    createAttachmentUploads({
      hasUpload: capabilities.pictureUpload,
      upload: async (uploadId, file) =>
        (await client.listing.uploadPicture({ uploadId, name: file.name, base64: await readBase64(file) })).imageUrl,
      onUploaded: (attachment) => {
        const { messageMedia } = keeper.view().content
        keeper.change({ messageMedia: [...messageMedia, attachment] })
      },
      errorMessage,
      hold: askBeforeLeaving,
    })
  known.set(keeper, uploads)
  const list = useStore(uploads.store)

  const add = (files: readonly File[]): void => {
    const inProgress = list.filter(({ state }) => state === 'uploading').length
    uploads.add(files, messagingLimits.attachments - keeper.view().content.messageMedia.length - inProgress)
  }
  /** Takes the files of a paste or drop, and leaves text to the field. */
  const take = (event: ClipboardEvent | DragEvent, files: FileList | undefined): void => {
    if (files === undefined || files.length === 0) return
    event.preventDefault()
    add([...files])
  }
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

  return {
    list,
    add,
    retry: uploads.retry,
    dismiss: uploads.dismiss,
    isUploading: list.some(({ state }) => state === 'uploading'),
    canChoose: capabilities.pictureUpload,
    targetProps: {
      onPaste: (event: ClipboardEvent) => take(event, event.clipboardData.files),
      // Without this, the page would open the file in place of the app.
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event)) event.preventDefault()
      },
      onDrop: (event: DragEvent) => take(event, event.dataTransfer.files),
    },
  }
}
