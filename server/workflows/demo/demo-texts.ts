/** People of the demo workspace. The texts below are their posts and comments. */
export const demoPeople: readonly (readonly [first: string, last: string, title: string])[] = [
  ['Nora', 'Albrecht', 'Head of People'],
  ['Mateo', 'Herrera', 'Designer'],
  ['Ирина', 'Соколова', 'Engineer'],
  ['Tomás', 'Pereira', 'Support'],
  ['Li', 'Wei', 'Engineer'],
  ['Fatima', 'El Amrani', 'Product manager'],
  ['Oluwaseun', 'Adeyemi', 'Sales'],
  ['Ásta', 'Jónsdóttir', 'Writer'],
  ['Данило', 'Коваленко', 'Engineer'],
  ['Camille', 'Durand', 'Finance'],
  ['Ravi', 'Subramanian', 'Data analyst'],
  ['Hana', 'Nováková', 'Office'],
  ['Søren', 'Kjær', 'Engineer'],
  ['María José', 'Castillo', 'Marketing'],
  ['Yuki', 'Tanaka', 'Designer'],
  ['Grace', 'Mwangi', 'Customer success'],
  ['Łukasz', 'Wiśniewski', 'Engineer'],
  ['Elif', 'Yıldız', 'Recruiting'],
  ['João', 'Nogueira', 'Engineer'],
  ['Аня', 'Мельник', 'Support'],
  ['Zoë', 'van der Berg', 'Legal'],
  ['Kwame', 'Boateng', 'Operations'],
  ['Siobhán', 'O’Rourke', 'Sales'],
  ['Minh', 'Nguyễn', 'Engineer'],
  ['Björn', 'Åkesson', 'CEO'],
]

/**
 * Departments of the demo workspace with the people in them, as indices of `demoPeople`; the first
 * one leads it. A department is part of the one at index `parent`.
 */
export const demoDepartments: readonly {
  name: string
  parent: number | null
  people: readonly number[]
}[] = [
  { name: 'Management', parent: null, people: [24] },
  { name: 'Product', parent: null, people: [5, 10] },
  { name: 'Engineering', parent: 1, people: [4, 2, 8, 12, 16, 18, 23] },
  { name: 'Design', parent: 1, people: [1, 14, 7] },
  { name: 'Customers', parent: null, people: [15, 3, 19, 13] },
  { name: 'Sales', parent: 4, people: [6, 22] },
  { name: 'People and operations', parent: null, people: [0, 9, 11, 17, 20, 21] },
]
export const demoLocations = ['Berlin', 'Lisbon', 'Kyiv'] as const
/** Person n has option n modulo the number of options and one; the last have none. */
export const demoAttribute = { name: 'Office days', options: ['Monday', 'Wednesday', 'Friday'] }
/** A group kept by a rule: people with this option. */
export const demoRuleGroup = { name: 'Friday lunch', option: 'Friday' } as const
export const demoTeam = { name: 'Choir', owner: 11, people: [11, 1, 7, 16, 19] } as const

/** Budgets with the people who own them, and the points that an administrator added. */
export const demoBudgets = [
  {
    name: 'Thanks from managers',
    period: 'quarter',
    points: 1_000,
    owners: [0, 1],
    managersGive: true,
    added: { points: 200, reason: 'For the move to the new office' },
  },
  {
    name: 'Moments of joy',
    period: 'month',
    points: 300,
    owners: [11],
    managersGive: false,
    added: null,
  },
] as const

/** Celebrations of the last weeks; `person` is an index of `demoPeople`. */
export const demoCelebrationPosts = [
  { person: 21, daysAgo: 5, value: 0, points: 10, occasion: { kind: 'anniversary', years: 9 } },
  { person: 20, daysAgo: 22, value: 2, points: 10, occasion: { kind: 'anniversary', years: 11 } },
  { person: 24, daysAgo: 53, value: 0, points: 20, occasion: { kind: 'birthday' } },
] as const

/** Sentences with their preset value: 0 teamwork, 1 customer, 2 craft, 3 courage, 4 growth. */
export const recognitionTexts: readonly (readonly [text: string, value: number])[] = [
  ['Thank you for taking my shift on Thursday. I made it to the school play after all!', 0],
  [
    'You noticed that the new colleague sat alone and took her to lunch. That is who we want to be.',
    0,
  ],
  ['Three teams, one room, no drama: the planning day went well because you prepared it.', 0],
  ['Thanks for pairing with me until the bug gave up.', 0],
  ['You shared your notes from the workshop within the hour. Half the company has read them.', 0],
  ['When the courier did not come you drove the parcels yourself. Legend.', 0],
  ['Thank you for covering the hotline during our offsite.', 0],
  ['You asked the quiet people in the meeting what they think, and that changed the decision.', 0],
  ['The handover was so complete that my first week felt like the second.', 0],
  ['You both untangled the calendar of eleven people. I still do not know how.', 0],
  ['Спасибо, что подхватили задачу, когда я заболела. Команда справилась на отлично!', 0],
  ['Gracias por ayudarnos a cerrar el mes a tiempo, aunque no era tu trabajo.', 0],
  ['Mrs Okonjo called only to say how kindly you helped her. She never calls.', 1],
  ['You turned an angry mail into a customer for life with one honest answer.', 1],
  ['The clinic can open on Monday because you answered on Sunday.', 1],
  ['Thank you for saying no to the customer, and for showing them what works instead.', 1],
  ['You read every single survey answer. All four hundred. And then you fixed three things.', 1],
  ['The demo was about their problem, not about our product. That is why we won it.', 1],
  ['You remembered the name of their dog. They told me twice.', 1],
  ['Our new help page cut the tickets by a third. Quietly brilliant.', 1],
  ['Thanks for sitting with the users for a whole day before drawing a single screen.', 1],
  ['Дякую за терпіння з клієнтом: дзвінок тривав дві години, і він пішов задоволеним.', 1],
  ['You followed up after the problem was solved. Nobody does that. You do.', 1],
  ['Obrigado por traduzir o manual: nossos clientes no Porto agradecem muito.', 1],
  ['I looked at your spreadsheet for an hour to find a mistake. There is none.', 2],
  ['The new invoice layout is a joy. Finance has never been so pretty.', 2],
  ['You rewrote the import so that it is both shorter and twice as fast.', 2],
  ['Thank you for testing on the oldest phone in the office. It mattered.', 2],
  ['Every label, every margin, every state: it shows that you care.', 2],
  ['Your release notes are the only ones people read for pleasure.', 2],
  ['You did not just fix the leak, you labeled all the pipes.', 2],
  ['The contract is four pages now instead of nineteen, and clearer.', 2],
  ['Thanks for the careful review. You found the one case that would have woken us at night.', 2],
  ['The photos from the shoot look like a film. And within budget!', 2],
  ['You left the code better than you found it, again.', 2],
  ['Отличная работа с отчётом: ни одной лишней цифры и всё понятно с первого взгляда.', 2],
  [
    'You said in front of everybody that the date is not realistic. You were right, and it helped.',
    3,
  ],
  ['First talk, two hundred people, not a trace of fear. We were proud.', 3],
  ['Thank you for trying the idea that everybody smiled about. Now they copy it.', 3],
  ['You admitted the mistake before anybody had seen it. That is trust.', 3],
  ['Switching the supplier in the middle of the season took courage. It paid off.', 3],
  ['You called the person we were all afraid to call.', 3],
  ['Throwing away six weeks of work because the new way is better: respect.', 3],
  ['Thanks for asking the question nobody dared to ask.', 3],
  ['You launched it on a Tuesday morning and kept your promise to stay calm.', 3],
  ['Tu propuesta parecía una locura en enero. Hoy es nuestro mejor producto.', 3],
  ['Thank you for teaching the whole support team to read logs.', 4],
  ['Six months ago you asked what a join is. Today you explained one to me.', 4],
  ['Your Friday lessons are the best half hour of my week.', 4],
  ['You took the feedback, slept on it, and came back with something twice as good.', 4],
  ['The intern told me she wants to stay because of you.', 4],
  ['You wrote down what we learned from the outage so that we only learn it once.', 4],
  ['Thanks for lending me your book with all the notes in the margin.', 4],
  ['You learned Portuguese for our new office. Parabéns!', 4],
  ['From your first sale to the biggest deal of the quarter in one year. Wow.', 4],
  ['Дякую за наставництво: за три місяці я навчився більше, ніж за рік.', 4],
  ['Your honest feedback after the presentation made the second one work.', 4],
  ['You passed the exam beside work and family. We celebrate with you!', 4],
  ['The reading circle you started has eleven members now.', 4],
  ['You made room for a junior to lead the project, and stood behind her.', 4],
]
/** Optional endings of the sentences, for variety between months. */
export const closingTexts = [
  '',
  '',
  '',
  ' Thank you!',
  ' Well done.',
  ' It made my week.',
  ' I owe you a coffee.',
  ' 🙌',
  ' 🎉',
  ' You are a gift to this team.',
] as const

/** Comments under posts. */
export const commentTexts = [
  'So well deserved!',
  'I was there. It was even better than it sounds.',
  'This is exactly how I know you.',
  'Can you do that for our team, too?',
  'Hear, hear.',
  'I learned so much from watching you.',
  'Всё так и было!',
  '¡Enhorabuena!',
  'Повністю згодна!',
  'Que orgulho!',
  'The coffee is on me next time.',
  'And all that with a smile.',
] as const
export const addOnTexts = [
  'And from the support team: we felt the difference the same day.',
  '',
] as const

export const demoRewards = [
  [
    '☕',
    'Coffee for two',
    'A coffee and a cake with a colleague of your choice.',
    15,
    'goods_and_experiences',
    null,
    false,
    false,
  ],
  [
    '📚',
    'A book of your choice',
    'Tell us which one, we order it.',
    40,
    'goods_and_experiences',
    null,
    false,
    true,
  ],
  [
    '🎧',
    'Good headphones',
    'Quiet where you need it.',
    260,
    'goods_and_experiences',
    5,
    true,
    false,
  ],
  [
    '🏡',
    'Half a day off',
    'Start your weekend at lunch.',
    120,
    'goods_and_experiences',
    null,
    false,
    false,
  ],
  ['🌳', 'Five trees', 'We plant them in your name.', 50, 'charity', null, false, false],
  [
    '🐾',
    'A donation to the animal shelter',
    'We double what your points are worth.',
    80,
    'charity',
    null,
    false,
    false,
  ],
  [
    '👕',
    'The good hoodie',
    'The soft one. Tell us your size.',
    90,
    'company_merchandise',
    20,
    false,
    true,
  ],
  [
    '🎨',
    'A drawing lesson',
    'An evening with the illustrator downstairs.',
    110,
    'creative',
    8,
    false,
    false,
  ],
  [
    '🚲',
    'Bike service',
    'Your bike, cleaned and tuned.',
    70,
    'goods_and_experiences',
    null,
    false,
    false,
  ],
  [
    '🍽️',
    'Dinner with the chief',
    'Ask everything you always wanted to ask.',
    180,
    'group_activities',
    3,
    true,
    false,
  ],
] as const

/** A team reward and the comments of its contributors. */
export const teamRewardText = {
  emoji: '🛶',
  title: 'A day on the river',
  description: 'Canoes, a picnic and no meetings, for all of us.',
  price: 300,
  comments: ['I bring the sandwiches!', '', 'Count me in.', ''],
} as const
