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
}

export const ThreadActs = memo(({ conversation, isReading, onRead, filing }: ThreadActsProps) => (
  <>
    <IconButton icon={RefreshCw} label="Read this conversation again" isPending={isReading} onPress={onRead} />
    {conversation.unread ? (
      <IconButton icon={MailOpen} label="Mark as read" hint="i" onPress={() => filing.file([conversation], 'read')} />
    ) : (
      <IconButton icon={Mail} label="Mark as unread" hint="u" onPress={() => filing.file([conversation], 'unread')} />
    )}
    {conversation.archived ? (
      <IconButton
        icon={ArchiveRestore}
        label="Back to the inbox"
        hint="e"
        isPending={filing.isBusy}
        onPress={() => filing.file([conversation], 'active')}
      />
    ) : (
      <IconButton
        icon={Archive}
        label="Archive"
        hint="e"
        isPending={filing.isBusy}
        onPress={() => filing.file([conversation], conversation.unread ? 'archiveAndRead' : 'archive')}
      />
    )}
    <IconButton
      icon={Trash2}
      label="Delete this conversation"
      hint="Delete"
      isDisabled={conversation.deletion !== null}
      disabledReason="It is about to be deleted"
      onPress={() => filing.askDelete([conversation])}
    />
  </>
))
