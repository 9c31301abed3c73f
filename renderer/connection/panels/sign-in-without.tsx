/** Signing in without permissions that the keyset lacks, and adding them later (PLT-29). */
import { useState } from 'react'
import type { ConnectionStatus } from '../../../shared/connection/contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'

type StatusProps = { readonly status: Pick<ConnectionStatus, 'permissions'> }

/** Chooses permissions to leave out, and starts the sign-in again. */
export const LeaveOutForm = ({ status: { permissions } }: StatusProps) => {
  const begin = useApiMutation('connection', 'beginSignIn')
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(
    () => new Set(permissions.filter(({ isOff }) => isOff).map(({ scope }) => scope)),
  )
  const choose = (scope: string, isLeftOut: boolean): void => {
    const next = new Set(leftOut)
    if (isLeftOut) next.add(scope)
    else next.delete(scope)
    setLeftOut(next)
  }
  return (
    <Stack gap={3}>
      <fieldset>
        <legend>Sign in without</legend>
        {permissions.map(({ scope, name }) => (
          <Checkbox key={scope} isSelected={leftOut.has(scope)} onChange={(isLeftOut) => choose(scope, isLeftOut)}>
            {`${name.charAt(0).toUpperCase()}${name.slice(1)}`}
          </Checkbox>
        ))}
      </fieldset>
      <Row>
        <Button
          disabledReason={leftOut.size === 0 ? 'Choose what to leave out first.' : undefined}
          isPending={begin.isPending}
          onPress={() => begin.mutate({ without: [...leftOut] })}
        >
          Start again without these
        </Button>
      </Row>
      <MutationError of={begin} />
    </Stack>
  )
}

/** For a sign-in page that ends in an error instead of redirecting back. */
export const BrowserError = ({ status }: StatusProps) => (
  <details>
    <summary>The browser shows an error instead?</summary>
    <Stack gap={3}>
      <Text as="p" tone="soft">
        With “invalid_scope” your keyset lacks a permission; sign in without it, and that part of Stallhand stays off.
        Paste the page’s text above to see which one. With “temporarily_unavailable” the RuName is wrong.
      </Text>
      <LeaveOutForm status={status} />
    </Stack>
  </details>
)

/** The permissions that the current sign-in lacks. */
export const LeftOut = ({ status: { permissions } }: StatusProps) => {
  const begin = useApiMutation('connection', 'beginSignIn')
  const off = permissions.filter(({ isOff }) => isOff).map(({ name }) => name)
  return (
    <Row wrap>
      <span>{off.join(', ')}</span>
      <Button isPending={begin.isPending} onPress={() => begin.mutate({ without: [] })} size="s">
        Sign in with everything
      </Button>
      <MutationError of={begin} />
    </Row>
  )
}
