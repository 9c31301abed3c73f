/** The parts of Today about offers. The shell passes them to Today. */
import { useDecline } from './answer/use-decline.ts'

export const todayOffers = { useDecline }
