/** Uploads pictures from this computer, dropped or chosen, with their progress. Failed ones stay listed (LST-10). */
import { ImageUp, RotateCcw, X } from 'lucide-react'
import { DropZone, FileTrigger, isFileDropItem } from 'react-aria-components'
import { classNames } from '../../../ui/base/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import styles from './images-editor.module.css'
import type { PictureUpload } from './picture-uploads.ts'

export type UploadAreaProps = {
  /** `3 of 24 pictures`. */
  readonly count: string
  readonly uploads: readonly PictureUpload[]
  readonly onFiles: (files: readonly File[]) => void
  readonly onRetry: (upload: PictureUpload) => void
  readonly onDismiss: (upload: PictureUpload) => void
}

export const UploadArea = ({ count, uploads, onFiles, onRetry, onDismiss }: UploadAreaProps) => (
  <Stack gap={2}>
    <DropZone
      aria-label="Drop pictures"
      className={classNames(styles.drop)}
      onDrop={({ items }) => {
        void Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())).then(onFiles)
      }}
    >
      <FileTrigger
        acceptedFileTypes={['image/jpeg', 'image/png', 'image/gif', 'image/webp']}
        allowsMultiple
        onSelect={(files) => onFiles([...(files ?? [])])}
      >
        <Button icon={ImageUp}>Choose pictures</Button>
      </FileTrigger>
      <Text size="meta" tone="faint">
        {`${count}. Drop or paste pictures here: JPEG, PNG, GIF or WebP, up to 12 MB, at least 500 pixels on one side.`}
      </Text>
    </DropZone>
    {uploads.map((upload) => {
      const { id, file, state, progress, message, isFinal } = upload
      return state === 'failed' ? (
        <Row key={id} gap={3}>
          <Row grow>
            <Stack gap={0}>
              <Text truncate>{file.name}</Text>
              <Text role="alert" size="meta" tone="danger">
                {message}
              </Text>
            </Stack>
          </Row>
          {!isFinal && (
            <Button aria-label={`Try ${file.name} again`} icon={RotateCcw} onPress={() => onRetry(upload)} size="s">
              Try again
            </Button>
          )}
          <IconButton icon={X} label={`Remove ${file.name}`} onPress={() => onDismiss(upload)} size="s" />
        </Row>
      ) : (
        <Progress key={id} label={`Uploading ${file.name}`} max={1} value={progress} />
      )
    })}
  </Stack>
)
