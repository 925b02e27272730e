// Parts of a post that most visits do not show. One file, because the name of each file that loads
// later is part of the first page.
export { CommentThread } from './CommentThread.tsx'
export { PostPicture } from './PostPicture.tsx'
