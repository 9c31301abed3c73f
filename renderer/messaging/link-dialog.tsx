/** Asks before an address out of a message is opened, and shows where it really leads. */
import { useState } from 'react'
import { useClient } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { errorMessage } from '../ui/error-message.ts'
import styles from './link-dialog.module.css'
import { linkDoubts } from './link-doubts.ts'
import type { FollowedLink } from './message-text.tsx'

export type LinkDialogProps = {
  readonly conversationId: string
  readonly link: FollowedLink
  readonly onClose: () => void
}

/** SECURITY (MSG-23, Electron checklist 15): nothing is opened before the user saw the host; main asks again what it opens. */
export const LinkDialog = ({ conversationId, link, onClose }: LinkDialogProps) => {
  const client = useClient()
  const [isOpening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { written, url, host } = link

  const open = async (): Promise<void> => {
    if (isOpening) return
    setOpening(true)
    setProblem(null)
    try {
      await client.messaging.openLink({ conversationId, url })
      onClose()
    } catch (error) {
      setProblem(errorMessage(error))
      setOpening(false)
    }
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void open()}
      isPending={isOpening}
      title="Open this address in your browser?"
      variant="primary"
      cancelLabel="Do not open"
      confirmLabel="Open it"
      consequence={
        <div className={styles.asked}>
          <p className={styles.host}>
            <span className={styles.label}>It leads to</span> <strong className={styles.name}>{host}</strong>
          </p>
          {linkDoubts(written, url, host).map((doubt) => (
            <Banner key={doubt} tone="caution">
              {doubt}
            </Banner>
          ))}
          <div className={styles.whole}>
            <code className={styles.url}>{url}</code>
            <CopyButton isIconOnly text={url} label="Copy the address" />
          </div>
          {problem !== null && <Banner tone="danger">{problem}</Banner>}
        </div>
      }
    />
  )
}
