// Texts and numbers in the language of the page.
"use strict";

const LANGUAGE = document.documentElement.lang;
const TRANSLATIONS = window.translations ?? {};
const PLURALS = new Intl.PluralRules(LANGUAGE);

const isolated = (value) => (/[\u0590-\u08ff\u202a-\u202e]/.test(value) ? `\u2068${value}\u2069` : value);

// As in Python: `values` for `%(name)s`; without them, `%` stands for itself.
function filledIn(text, values) {
  return values ? text.replace(/%\((\w+)\)s|%%/g, (found, name) => (name ? isolated(values[name]) : "%")) : text;
}

function gettext(message, values = null) {
  return filledIn(TRANSLATIONS[message] ?? message, values);
}

// The form that this number takes, with the number for `%(n)s`.
function ngettext(one, other, n, values = {}) {
  const forms = TRANSLATIONS[one] ?? { one, other };
  return filledIn(forms[PLURALS.select(n)] ?? forms.other, { ...values, n: formatNumber(n) });
}

// Without case and accents.
const foldText = (text) => text.normalize("NFKD").toLowerCase().replace(/[\u0300-\u036f\p{Cf}]/gu, "");

function formatNumber(value, digits = 0) {
  return value.toLocaleString(LANGUAGE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
