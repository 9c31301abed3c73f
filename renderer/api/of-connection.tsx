/** The part of a screen that belongs to one connection, where the screen itself outlives a switch of shops. */
import type { ReactNode } from 'react'
import { ShownConnection } from './shown-connection.ts'
import { useViewShop } from './use-view-state.ts'

type OfConnectionProps = { readonly id: string | undefined; readonly children: ReactNode }

/** Binds calls to this connection. Remounts for another one, so that nothing typed or answered for one shop is shown under another. */
export const OfConnection = ({ id, children }: OfConnectionProps) => {
  // The status and the remembered values arrive separately, and a form must not start with the other shop's values.
  const remembered = useViewShop()
  return (
    <ShownConnection key={`${id} ${remembered}`} value={id}>
      {children}
    </ShownConnection>
  )
}
