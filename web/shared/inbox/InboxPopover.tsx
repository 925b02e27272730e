import { Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { cloneElement, type HTMLAttributes, type ReactElement, useId, useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import css from './inbox.module.css'
import { InboxList } from './InboxList.tsx'

type Target = ReactElement<HTMLAttributes<HTMLElement>>

/** The inbox below its button. Phones have a link to its page instead. */
export function InboxPopover({ target }: { target: ReactElement }) {
  const { t } = useTranslation('inbox')
  const titleId = useId()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={400}
      radius="lg"
      shadow="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {cloneElement(target as Target, { onClick: () => setOpened((isOpen) => !isOpen) })}
      </Popover.Target>
      <Popover.Dropdown p={0} aria-labelledby={titleId}>
        <div className={css['popover']}>
          <h2 id={titleId}>{t('title')}</h2>
          <div className={css['scroll']}>
            <InboxList onOpen={close} />
          </div>
          <div className={css['foot']}>
            <Link to="/inbox" onClick={close}>
              {t('open')}
            </Link>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
