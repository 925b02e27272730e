import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { LinkedText } from './LinkedText.tsx'
import css from './posts.module.css'

/** A shorter text fits the folded height on every screen, so it is not measured. */
const alwaysFits = (text: string) => text.length < 180 && text.split('\n').length <= 8

/** The text of a post with its links. A long text is folded; `isWhole` shows all of it. */
export function PostText({ text, isWhole }: { text: string; isWhole: boolean }) {
  const { t } = useTranslation('feed')
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(isWhole)
  const [isFolded, setIsFolded] = useState(false)
  const mayFold = !isOpen && !alwaysFits(text)
  useLayoutEffect(() => {
    const { current } = box
    setIsFolded(mayFold && current !== null && current.scrollHeight > current.clientHeight + 2)
  }, [mayFold, text])
  return (
    <div>
      <div ref={box} className={css['text']} data-folded={mayFold} dir="auto">
        <LinkedText text={text} />
      </div>
      {isFolded ? (
        <button type="button" className={`plain ${css['unfold']}`} onClick={() => setIsOpen(true)}>
          {t('post.show_all')}
        </button>
      ) : null}
    </div>
  )
}
