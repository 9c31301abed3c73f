/** Offers to mark a message of thanks as needing no reply. The seller decides. */
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { commandInfo } from '../../commands/commands.ts'
import { isCourtesy } from '../../parts/courtesy.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import styles from './courtesy-offer.module.css'
import type { Triage } from './use-triage.ts'

type CourtesyOfferProps = {
  readonly conversation: Conversation
  /** The newest message, if the buyer wrote it. */
  readonly text: string | null
  readonly triage: Triage
}

export const CourtesyOffer = ({ conversation, text, triage }: CourtesyOfferProps) => {
  const { unanswered, noReplyNeeded, pending } = conversation
  if (unanswered !== true || noReplyNeeded || pending > 0 || text === null || !isCourtesy(text)) return null
  const { label, keys } = commandInfo('inbox.noReplyNeeded')
  return (
    <Row className={styles.offer} gap={3} justify="between">
      <Text size="meta" tone="soft">
        This looks like a thank-you.
      </Text>
      <Button
        size="s"
        hint={keys === undefined ? undefined : <Kbd keys={keys} />}
        isPending={triage.isPending}
        onPress={() => triage.setNoReplyNeeded([conversation], true)}
      >
        {label}
      </Button>
    </Row>
  )
}
