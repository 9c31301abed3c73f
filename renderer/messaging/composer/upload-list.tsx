/** The pictures that are being uploaded for a message, and those that failed. */
import { RotateCcw, X } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import type { AttachmentUpload } from './attachment-uploads.ts'

type UploadListProps = {
  readonly uploads: readonly AttachmentUpload[]
  readonly onRetry: (id: string) => void
  readonly onDismiss: (id: string) => void
}

export const UploadList = ({ uploads, onRetry, onDismiss }: UploadListProps) =>
  uploads.length === 0 ? null : (
    <Stack gap={2}>
      {uploads.map(({ id, file, state, message, isFinal }) =>
        state === 'uploading' ? (
          <Progress key={id} label={`Uploading ${file.name}`} max={1} value={null} />
        ) : (
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
              <Button aria-label={`Try ${file.name} again`} icon={RotateCcw} onPress={() => onRetry(id)} size="s">
                Try again
              </Button>
            )}
            <IconButton icon={X} label={`Remove ${file.name}`} onPress={() => onDismiss(id)} size="s" />
          </Row>
        ),
      )}
    </Stack>
  )
