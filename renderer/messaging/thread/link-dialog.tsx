/** Asks before opening an address from a message, and shows its host. */
import { useApiMutation } from '../../api/hooks.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import styles from './link-dialog.module.css'
import { linkWarnings } from './link-warnings.ts'
import type { FollowedLink } from './message-text.tsx'

type LinkDialogProps = {
  readonly conversationId: string
  readonly link: FollowedLink
  readonly onClose: () => void
}

/** SECURITY (MSG-23, Electron checklist 15): nothing opens before the user has seen the host. Main checks the address again. */
export const LinkDialog = ({ conversationId, link, onClose }: LinkDialogProps) => {
  const open = useApiMutation('messaging', 'openLink')
  const { written, url, host } = link
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => open.mutate({ conversationId, url }, { onSuccess: onClose })}
      mutation={open}
      title="Open this address in your browser?"
      variant="primary"
      cancelLabel="Cancel"
      confirmLabel="Open"
      consequence={
        <Stack gap={3}>
          <div>
            <Text as="div" tone="soft">
              Opens a page on
            </Text>
            <Text as="strong" mono size="section">
              {host}
            </Text>
          </div>
          {linkWarnings(written, url, host).map((warning) => (
            <Banner key={warning} tone="caution">
              {warning}
            </Banner>
          ))}
          <Row align="start">
            <code className={styles.url}>{url}</code>
            <CopyButton isIconOnly text={url} label="Copy the address" />
          </Row>
        </Stack>
      }
    />
  )
}
