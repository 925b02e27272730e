-- Names whose accents are characters of their own, as files of macOS write them, get the form of
-- names that are entered now, so that searches find them.
alter table users no force row level security;
update users set first_name = normalize(first_name, nfc), last_name = normalize(last_name, nfc)
where first_name is not nfc normalized or last_name is not nfc normalized;
alter table users force row level security;
