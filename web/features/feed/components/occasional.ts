// Parts of the feed that most visits do not show. One file, because the name of each file that loads
// later is part of the first page.
export { ActiveFilters } from './ActiveFilters.tsx'
export { AllowanceReason } from './AllowanceReason.tsx'
export { DateFilter } from './DateFilter.tsx'
export { DatesDialog } from './DatesDialog.tsx'
export { DemoDataBanner } from './DemoDataBanner.tsx'
export { EmptyFeed } from './EmptyFeed.tsx'
export { LeadersDialog } from './LeadersDialog.tsx'
export { PictureTool } from './PictureTool.tsx'
export { DraftPicturePreview } from './DraftPicturePreview.tsx'
export { UnsentDrafts } from './UnsentDrafts.tsx'
export { attachPicture } from '../composer/attach-picture.ts'
