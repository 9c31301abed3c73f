/** Where the secrets are, in plain words, for this computer as it is. */
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { Badge } from '../ui/badge.tsx'
import { KeyValue } from '../ui/key-value.tsx'
import { Panel } from '../ui/panel.tsx'

export function WhereSecretsPanel({ status }: { readonly status: ConnectionStatus }) {
  const { secrets, connection } = status
  return (
    <Panel
      description="A secret is what would let somebody else act as you: the client secret, tokens, and the words that prove a notification to be the platform's."
      title="Where are my secrets"
    >
      <KeyValue
        facts={[
          {
            label: 'On this computer',
            value:
              secrets === 'kept' ? (
                <>
                  <Badge tone="good">In the key store</Badge> Encrypted with a key that the system keeps for your user.
                  Another user of this computer cannot read them.
                </>
              ) : (
                <>
                  <Badge tone="caution">In memory only</Badge> This computer offers no key store that deserves the name,
                  so nothing secret is written down. They are gone when Stallhand ends, and it asks for them again.
                </>
              ),
          },
          {
            label: 'In the database',
            value:
              'None. It holds your messages, items and notifications, and anybody who can read your files can read it.',
          },
          { label: 'In backups and exports', value: 'None. After an import, sign in again.' },
          { label: 'In the log and in reports', value: 'None. They are taken out before a line is written.' },
          {
            label: 'In this window',
            value: 'Only what you are typing. What is kept is never handed back to the window.',
          },
          ...(connection.kind === 'practice'
            ? [{ label: 'Here', value: 'The practice shop needs none: its words are printed in its source.' }]
            : []),
        ]}
      />
    </Panel>
  )
}
