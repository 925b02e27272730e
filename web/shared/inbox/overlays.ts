// The parts of the inbox that load after the first page, in one file: each file of its own would
// add its name to the first page.
export { InboxPopover } from './InboxPopover.tsx'
export { LiveCard } from './LiveCard.tsx'
