/**
 * What the renderer's entry imports once, before it renders: tokens, base styles and the one thing react-aria needs
 * to live under our content security policy.
 */
import './tokens.css'
import './base.css'

// SECURITY (content security policy, style-src 'self'): react-aria's press handling inserts a <style> element unless an
// element with this id exists. The policy would refuse it and report a violation on every start, so an inert element
// takes the place, and base.css carries the rule itself.
const pressStyleId = 'react-aria-pressable-style'

if (typeof document !== 'undefined' && document.getElementById(pressStyleId) === null) {
  const placeholder = document.createElement('meta')
  placeholder.id = pressStyleId
  document.head.append(placeholder)
}
