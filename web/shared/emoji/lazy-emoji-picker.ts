import { loadMessages } from '#web/lib/i18n.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'

/** The picker and the names of its emoji load when it opens. */
export const LazyEmojiPicker = lazyWithFallback(() =>
  Promise.all([import('./EmojiPicker.tsx'), loadMessages(['emoji', 'feed'])]).then(
    ([code]) => code.EmojiPicker,
  ),
)
