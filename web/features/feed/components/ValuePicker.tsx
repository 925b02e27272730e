import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { lazyMenu } from '#web/ui/lazy.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import type { ComposerState } from '../composer/use-composer.ts'
import css from './composer.module.css'

const ValueMenu = lazyMenu(() => import('./ValueMenu.tsx').then((code) => code.ValueMenu))

/**
 * The value of the post: chosen, typed as a tag, guessed from the text (with a mark), or none yet.
 */
export function ValuePicker({
  composer: { chosen, guess, value, values, chooseValue },
}: {
  composer: ComposerState
}) {
  const { t } = useTranslation('feed')
  const id = useId()
  const isGuessed = guess?.by === 'keywords'
  const findHint = () => {
    if (!guess) return undefined
    return guess.by === 'keywords'
      ? t('composer.why_word', { word: guess.word ?? '' })
      : t('composer.why_tag', { tag: guess.value.tag })
  }
  const hint = findHint()
  return (
    <Tooltip id={id} text={hint}>
      <ValueMenu
        values={values}
        chosen={chosen}
        hint={hint}
        onChoose={(valueId) => chooseValue(valueId)}
        target={
          <button
            type="button"
            className={`plain ${css['pick']}`}
            aria-describedby={hint ? id : undefined}
          >
            <span className="sr-only">{t('composer.value')}</span>
            {value ? (
              <ValueChip value={value} muted={isGuessed} />
            ) : (
              <span className={css['unset']}>{t('composer.choose_value')}</span>
            )}
            {isGuessed ? <span className={css['small']}>{t('composer.guessed')}</span> : null}
            <IconChevronDown size={15} aria-hidden="true" />
          </button>
        }
      />
    </Tooltip>
  )
}
