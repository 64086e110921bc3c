import type { Phrases } from '../translator.ts';

/** Why a case could not be carried out, or nothing could be said. */
export const notes = {
  '{1:known}; {2:known}': '{1}; {2}',
  'the profile does not say how to bring {1:word} about (conditions.{2:word})':
    'в профиле не сказано, как создать условие {1} (conditions.{2})',
  'the run was interrupted': 'прогон был прерван',
  'nothing was sent': 'ничего не отправлено',
  'no answer': 'ответа нет',
  'no request {1:say}': 'нет запроса «{1}»',
  'no condition {1:word}': 'нет условия {1}',
  "refused with {1:number}, as the plain request is: the profile's credentials do not pass authorization":
    'отказано с {1}, как и обычному запросу: учётные данные из профиля не проходят авторизацию',
  'refused with {1:number}, and so is the plain request by now: the target may have locked or banned the caller':
    'отказано с {1}, а теперь и обычному запросу тоже: возможно, сервис заблокировал вызывающую сторону',
  'the way to the target failed: {1:say}': 'не удалось добраться до сервиса: {1}',
  'another gateway on the way answers {1:number}': 'отвечает {1} другой шлюз на пути к сервису',
  'answered 429 again and again': 'ответ 429 снова и снова',
  'the service answers that it is unavailable': 'сервис отвечает, что он недоступен',
  'answered 429, and so is the control': 'ответ 429, и на контрольный запрос тоже',
  '{1:say}, and no control was answered as before':
    '{1}, и ни на один контрольный запрос не пришёл прежний ответ',
  'answered {1:number}': 'ответ {1}',
  'the exchange holds neither an answer nor an error': 'в записи обмена нет ни ответа, ни ошибки',
  'judged only on a {1:number}, got {2:say}': 'оценивается только при ответе {1}, получено: {2}',
  'there is no `{1:word}` array to judge': 'нет массива `{1}`, о котором можно судить',
  'the list is empty, so no record was seen': 'список пуст, ни одной записи не видно',
  'the plain request obtains no `{1:word}` array either, so nothing tells whether this one was understood':
    'обычный запрос тоже не получает массива `{1}`, поэтому неизвестно, понят ли этот',
  'the list is empty this time, so nothing tells whether the request was understood':
    'на этот раз список пуст, поэтому неизвестно, понят ли запрос',
  '{1:say*}, as other requests of this run were until a repeat was answered, so it tells nothing':
    '{1}, как и на другие запросы этого прогона, пока на повтор не пришёл ответ; это ничего не показывает',
  'the plain request is not accepted, so nothing can be said of another way to write it':
    'обычный запрос не принят, поэтому о другой его записи ничего сказать нельзя',
  'the limit of {1:number} failed logins is reached (limits.failedLogins)':
    'достигнут предел неудачных входов: {1} (limits.failedLogins)',
  "the profile's own credentials are refused, and {1:known}":
    'отказано самим учётным данным из профиля, и {1}',
  '{1:say*}; {2:known}, so it was not asked again': '{1}; {2}, поэтому запрос не повторялся',
  'the target is out of order: {1:say}': 'сервис не в порядке: {1}',
  'the baseline is not answered as before, so nothing was set up':
    'на обычный запрос приходит не тот ответ, что прежде, поэтому условие не готовилось',
  'set-up: {1:say}': 'подготовка условия: {1}',
  'answered {1:number}, expected 2xx': 'ответ {1}, ожидался 2xx',
  'exit code {1:number}': 'код завершения {1}',
  'ended by {1:word}': 'завершено сигналом {1}',
  'the condition did not come to hold within {1:number} ms': 'условие не наступило за {1} мс',
  'the request “{1:say}” was not built as meant: {2:say}': 'запрос «{1}» построен не так, как задумано: {2}',
  'its shape': 'его вид',
  'this is a defect of the suite: please report it': 'это ошибка набора испытаний: сообщите о ней',
} as const satisfies Phrases;
