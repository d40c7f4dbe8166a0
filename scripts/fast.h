/* Three things that the compiled engine does otherwise than mypyc writes them; scripts/fast.py puts
   FAST_MULTIPLY, FAST_ATTR and FAST_GLOBAL where mypyc wrote its own calls. The answers are the
   same, and whatever isn't provided for here is left to mypyc as before. */

#ifndef RULES_FAST_H
#define RULES_FAST_H

/* Products. mypyc multiplies in C only what is neither negative nor above 2^30, all else as objects
   of Python; in geometry that is most of it. The compiler tells exactly whether one fits. */

#if defined(__GNUC__)

static inline CPyTagged fast_multiply(CPyTagged left, CPyTagged right) {
    Py_ssize_t product;
    /* A short integer n is kept as 2 n: 2 a times b is a b as it is to be kept. */
    if (likely(CPyTagged_CheckShort(left) && CPyTagged_CheckShort(right)
               && !__builtin_mul_overflow((Py_ssize_t)left, CPyTagged_ShortAsSsize_t(right),
                                          &product))) {
        return (CPyTagged)product;
    }
    return CPyTagged_Multiply_(left, right);
}

#define FAST_MULTIPLY(left, right) fast_multiply((left), (right))

#else

#define FAST_MULTIPLY(left, right) CPyTagged_Multiply((left), (right))

#endif

/* Attributes of structs and names of modules. mypyc asks Python for either each time anew, by way
   of the dictionaries of types and modules, which was a third of a duel. The interpreter doesn't:
   since 3.11 each place in the code remembers where it found a thing the last time (PEP 659), and
   so does each place here. What it remembers holds for one version of a type or dictionary; Python
   gives another version to whatever changes, and never the same to two. */

#if defined(__GNUC__) && PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030E0000 \
    && !defined(Py_GIL_DISABLED) && !defined(PYPY_VERSION)

#include <structmember.h>

/* The version of a dictionary is deprecated since 3.12 and there until 3.13. */
static inline uint64_t fast_version(PyObject *dict) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return ((PyDictObject *)dict)->ma_version_tag;
#pragma GCC diagnostic pop
}

/* A name of a module's dictionary. `value` is borrowed: while the version is the same, the
   dictionary holds it. */
typedef struct {
    uint64_t version;
    PyObject *value;
} FastName;

static PyObject *fast_look_up(PyObject *dict, PyObject *name, FastName *known) {
    PyObject *value = CPyDict_GetItem(dict, name);
    if (value != NULL && PyDict_CheckExact(dict)) {
        known->version = fast_version(dict);
        known->value = value;
    }
    return value;
}

static inline PyObject *fast_global(PyObject *dict, PyObject *name, FastName *known) {
    if (likely(fast_version(dict) == known->version)) return Py_NewRef(known->value);
    return fast_look_up(dict, name, known);
}

/* An attribute: where the objects of one type keep it, or how it is got. */
typedef enum { FAST_UNKNOWN, FAST_FIELD, FAST_GETTER, FAST_MODULE } FastKind;

typedef struct {
    unsigned int type;     /* the version of the type that this holds for */
    FastKind kind;
    int misses;            /* how often it was another type */
    Py_ssize_t offset;     /* FAST_FIELD: from the object's beginning */
    PyGetSetDef *getter;   /* FAST_GETTER: of __dict__, above all */
    FastName name;         /* FAST_MODULE */
} FastAttr;

/* A place that sees ever other types, or what can't be remembered, stops learning. */
enum { FAST_PATIENCE = 64 };

static void fast_learn(PyObject *object, PyObject *name, FastAttr *known) {
    PyTypeObject *type = Py_TYPE(object);
    if (known->misses++ >= FAST_PATIENCE) return;
    if (PyModule_CheckExact(object)) {
        known->kind = FAST_MODULE;
    } else if (type->tp_getattro == PyObject_GenericGetAttr) {
        PyObject *found = _PyType_Lookup(type, name); /* borrowed */
        if (found == NULL) return;
        if (Py_IS_TYPE(found, &PyMemberDescr_Type)) {
            PyMemberDef *field = ((PyMemberDescrObject *)found)->d_member;
            if (field->type != T_OBJECT_EX || (field->flags & ~READONLY)) return;
            known->kind = FAST_FIELD;
            known->offset = field->offset;
        } else if (Py_IS_TYPE(found, &PyGetSetDescr_Type)) {
            known->kind = FAST_GETTER;
            known->getter = ((PyGetSetDescrObject *)found)->d_getset;
        } else {
            return;
        }
        if (!PyObject_TypeCheck(object, ((PyDescrObject *)found)->d_type)) {
            known->kind = FAST_UNKNOWN;
            return;
        }
    } else {
        return;
    }
    known->type = type->tp_version_tag; /* 0: it has none, and none will be found */
}

static PyObject *fast_ask(PyObject *object, PyObject *name, FastAttr *known) {
    if (known->type != 0 && Py_TYPE(object)->tp_version_tag == known->type) {
        if (known->kind == FAST_GETTER) {
            return known->getter->get(object, known->getter->closure);
        }
        if (known->kind == FAST_MODULE) {
            PyObject *dict = PyModule_GetDict(object); /* borrowed */
            if (fast_version(dict) == known->name.version) return Py_NewRef(known->name.value);
            PyObject *value = PyDict_GetItemWithError(dict, name); /* borrowed */
            if (value != NULL) {
                known->name.version = fast_version(dict);
                known->name.value = value;
                return Py_NewRef(value);
            }
            if (PyErr_Occurred()) return NULL;
        }
    } else {
        fast_learn(object, name, known);
    }
    return CPyObject_GetAttr(object, name);
}

static inline PyObject *fast_attr(PyObject *object, PyObject *name, FastAttr *known) {
    if (likely(Py_TYPE(object)->tp_version_tag == known->type && known->kind == FAST_FIELD)) {
        PyObject *value = *(PyObject **)((char *)object + known->offset);
        if (likely(value != NULL)) return Py_NewRef(value);
    }
    return fast_ask(object, name, known);
}

#define FAST_ATTR(object, name)               \
    ({                                        \
        static FastAttr known;                \
        fast_attr((object), (name), &known);  \
    })

#define FAST_GLOBAL(dict, name)               \
    ({                                        \
        static FastName known;                \
        fast_global((dict), (name), &known);  \
    })

#else /* another compiler, or a Python whose versions aren't known */

#define FAST_ATTR(object, name) CPyObject_GetAttr((object), (name))
#define FAST_GLOBAL(dict, name) CPyDict_GetItem((dict), (name))

#endif
#endif
