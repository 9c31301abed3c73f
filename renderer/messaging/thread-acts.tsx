/** What can be done with the conversation that is open. */
import { Archive, ArchiveRestore, Mail, MailOpen, RefreshCw, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { Conversation } from '../../shared/messaging/conversation.ts'
import { IconButton } from '../ui/icon-button.tsx'
import type { Filing } from './use-filing.ts'

export type ThreadActsProps = {
  readonly conversation: Conversation
  readonly isReading: boolean
  readonly onRead: () => void
  readonly filing: Filing
  /** The filing keys are about the marked rows of the list now, and not about this conversation. */
  readonly areRowsMarked: boolean
}

export const ThreadActs = memo(({ conversation, isReading, onRead, filing, areRowsMarked }: ThreadActsProps) => {
  const keyOf = (key: string): string | undefined => (areRowsMarked ? undefined : key)
  return (
    <>
      <IconButton icon={RefreshCw} label="Read this conversation again" isPending={isReading} onPress={onRead} />
      {conversation.unread ? (
        <IconButton
          icon={MailOpen}
          label="Mark as read"
          hint={keyOf('i')}
          onPress={() => filing.file([conversation], 'read')}
        />
      ) : (
        <IconButton
          icon={Mail}
          label="Mark as unread"
          hint={keyOf('u')}
          onPress={() => filing.file([conversation], 'unread')}
        />
      )}
      {conversation.archived ? (
        <IconButton
          icon={ArchiveRestore}
          label="Back to the inbox"
          hint={keyOf('e')}
          isPending={filing.isBusy}
          onPress={() => filing.file([conversation], 'active')}
        />
      ) : (
        <IconButton
          icon={Archive}
          label="Archive"
          hint={keyOf('e')}
          isPending={filing.isBusy}
          onPress={() => filing.file([conversation], conversation.unread ? 'archiveAndRead' : 'archive')}
        />
      )}
      <IconButton
        icon={Trash2}
        label="Delete this conversation"
        hint={keyOf('Delete')}
        isDisabled={conversation.deletion !== null}
        disabledReason="It is about to be deleted"
        onPress={() => filing.askDelete([conversation])}
      />
    </>
  )
})
