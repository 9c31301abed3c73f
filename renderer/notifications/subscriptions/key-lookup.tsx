/** Looks up a public key of the platform. */
import { useState } from 'react'
import { useApiMutation } from '../../api/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { fieldError } from '../field-error.ts'
import styles from './subscriptions.module.css'

export const KeyLookup = () => {
  const lookUp = useApiMutation('notifications', 'getPublicKey')
  const [publicKeyId, setPublicKeyId] = useState('')
  const isEmpty = publicKeyId.trim() === ''
  const error = fieldError(lookUp.error, 'input.publicKeyId')
  const send = (): void => {
    if (!isEmpty) lookUp.mutate({ publicKeyId })
  }
  return (
    <div className={styles.oneField}>
      <TextField
        label="Key ID"
        isMono
        value={publicKeyId}
        onChange={setPublicKeyId}
        onSubmit={send}
        error={error}
        description="From a notification’s signature header. Stallhand fetches keys itself; this is for your own checks."
      />
      <Button isPending={lookUp.isPending} disabledReason={isEmpty ? 'Enter a key ID' : undefined} onPress={send}>
        Look up key
      </Button>
      {error === undefined && <MutationError of={lookUp} />}
      {lookUp.data !== undefined && (
        <CodeBlock label={`${lookUp.data.algorithm}, ${lookUp.data.digest}`} text={lookUp.data.key} />
      )}
    </div>
  )
}
