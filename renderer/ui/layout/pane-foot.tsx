/** Shows a part of a pane's content in the foot of the pane, where it stays in sight. */
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** `place`: the element in the foot; null until it is there. */
export const PaneFoot = ({ place, children }: { readonly place: HTMLElement | null; readonly children: ReactNode }) =>
  place === null ? null : createPortal(children, place)
