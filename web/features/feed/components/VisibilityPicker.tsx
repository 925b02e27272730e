import { IconLock } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import css from './composer.module.css'

/** Picks who sees the post; a private post explains who that is. */
export function VisibilityPicker({
  isPrivate,
  onChange,
}: {
  isPrivate: boolean
  onChange: (isPrivate: boolean) => void
}) {
  const { t } = useTranslation('feed')
  const [name, hint] = [useId(), useId()]
  return (
    <div className={css['visibility']}>
      <div className={css['audiences']} role="radiogroup" aria-label={t('composer.visibility')}>
        <label>
          <input type="radio" name={name} checked={!isPrivate} onChange={() => onChange(false)} />
          {t('composer.public')}
        </label>
        <label>
          <input
            type="radio"
            name={name}
            checked={isPrivate}
            aria-describedby={isPrivate ? hint : undefined}
            onChange={() => onChange(true)}
          />
          <IconLock size={14} aria-hidden="true" />
          {t('composer.private')}
        </label>
      </div>
      {isPrivate ? (
        <span id={hint} className={css['hint']}>
          {t('composer.private_hint')}
        </span>
      ) : null}
    </div>
  )
}
