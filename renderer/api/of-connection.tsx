/** What a screen that outlives a switch of shops shows of one connection. */
import type { ReactNode } from 'react'
import { ShownConnection } from './shown-connection.ts'
import { useViewShop } from './use-view-state.ts'

type OfConnectionProps = { readonly id: string | undefined; readonly children: ReactNode }

/** Its calls reach only this connection, and with another one it begins anew: nothing typed or answered for one stands under the other. */
export const OfConnection = ({ id, children }: OfConnectionProps) => {
  // The status and what the window remembers are read separately: a form must not begin with what the other shop's had.
  const remembered = useViewShop()
  return (
    <ShownConnection key={`${id} ${remembered}`} value={id}>
      {children}
    </ShownConnection>
  )
}
