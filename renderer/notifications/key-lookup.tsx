/** A public key of the platform, looked up by its id. */
import { useState } from 'react'
import { useApiMutation } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './notifications.module.css'
import { issueOf, Refused } from './refused.tsx'

export const KeyLookup = () => {
  const look = useApiMutation('notifications', 'getPublicKey')
  const [publicKeyId, setPublicKeyId] = useState('')
  const isEmpty = publicKeyId.trim() === ''
  const error = issueOf(look.error, 'input.publicKeyId')
  const send = (): void => {
    if (!isEmpty) look.mutate({ publicKeyId })
  }
  return (
    <div className={styles.oneField}>
      <TextField
        label="Key id"
        isMono
        value={publicKeyId}
        onChange={setPublicKeyId}
        onSubmit={send}
        error={error}
        description="A notification's signature header names it. Stallhand asks for keys by itself; this is for looking."
      />
      <Button
        isPending={look.isPending}
        isDisabled={isEmpty}
        disabledReason={isEmpty ? 'Enter a key id' : undefined}
        onPress={send}
      >
        Look up key
      </Button>
      {error === undefined && <Refused error={look.error} />}
      {look.data !== undefined && (
        <div className={styles.whole}>
          <CodeBlock label={`${look.data.algorithm}, ${look.data.digest}`} text={look.data.key} />
        </div>
      )}
    </div>
  )
}
